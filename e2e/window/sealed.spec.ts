import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { expectedSessions, fixtureHome } from './pages/fixture-home'
import { expectNoViolations } from './pages/no-violations'
import { ReadyWindow } from './pages/window'

const prompt = 'Please check the sealed-one case.'

test('a sealed session opens with a key file that is chosen in the window, and nothing from inside is kept', async () => {
  const home = fixtureHome('gestura', 'a3s')
  const key = join(home, 'store.key')
  const text = expectedSessions('a3s').find(({ id }) => id === 'sealed-one') as unknown as { key: string }
  writeFileSync(key, text.key, { mode: 0o644 })
  const window = await ReadyWindow.open({ existing: home })
  await window.ask('settings.set', { roots: [{ agent: 'a3s', path: join(home, 'stores', 'sealed') }] })
  const row = window.list.rows.filter({ hasText: 'Sealed session' }).first()
  await window.list.filter.fill('sealed')
  await row.click()
  const main = window.page.getByRole('main')
  const choose = main.getByRole('button', { name: 'Choose key file…' })
  await expect(choose).toBeVisible()
  await expect(main).not.toContainText('--key-file')
  await window.inEveryLook('window-sealed', () => expectNoViolations(window.page))
  await window.app.app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] })
  }, key)

  await choose.click()
  await expect(main).toContainText(`Others can read the key file ${key}.`)
  chmodSync(key, 0o600)
  await choose.click()
  const opened = async () => (await window.detail.entries.count()) > 0 && (await window.detail.feed.textContent())
  // Which of them comes first depends on the times of copied files.
  for (let at = 0; at < 3; at += 1) {
    await window.list.rows.filter({ hasText: 'Sealed session' }).nth(at).click()
    await expect.poll(opened).toMatch(/Please check the sealed-|Where is the forecast cached/)
    await expect(window.detail.tab('Transcript')).toContainText(/\d/)
    if (((await window.detail.feed.textContent()) ?? '').includes(prompt)) break
  }
  await expect(window.detail.feed).toContainText(prompt)
  // The counts are kept; what is inside is not, and neither is the key.
  await expect(window.status).toContainText('records:')
  await expect(window.list.rows.filter({ hasText: 'Sealed session' }).first()).toBeVisible()
  expect(window.app.problems).toEqual([])
  await window.app.close({ keep: true })
  for (const entry of readdirSync(window.app.own, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.parentPath.includes('window')) continue
    const bytes = readFileSync(join(entry.parentPath, entry.name))
    for (const secret of [prompt, text.key]) expect(bytes.includes(secret), `${entry.name} holds ${secret}`).toBe(false)
  }
  rmSync(home, { recursive: true, force: true, maxRetries: 20 })
})
