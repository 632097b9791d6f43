import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { openPromise } from 'yauzl'
import { leftAloneHome } from './pages/left-alone-home'
import { expectNoViolations } from './pages/no-violations'
import { SessionActions } from './pages/session-actions'
import { ReadyWindow } from './pages/window'

async function manifestOf(path: string): Promise<{ asked: number; sessions: { title: string }[] }> {
  const zip = await openPromise(path, { autoClose: false })
  const pieces: Buffer[] = []
  for await (const entry of zip.eachEntry()) {
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer)
    break
  }
  zip.close()
  return JSON.parse(Buffer.concat(pieces).toString('utf8'))
}

test('F3 a session is exported where the person chooses, masked, after saying what is in it', async () => {
  test.setTimeout(180_000)
  const window = await ReadyWindow.open({ existing: leftAloneHome('gestura') })
  const { page, app } = window
  const actions = new SessionActions(page)
  const chosen = join(app.home, 'chosen.reprise')
  await app.app.evaluate(({ dialog }, path) => {
    dialog.showSaveDialog = (async () => ({ canceled: false, filePath: path })) as never
  }, chosen)
  // The page has no say in where a file goes.
  const elsewhere = join(app.home, 'elsewhere.html')
  const answer = await page.evaluate(
    ([path]) =>
      (
        globalThis as unknown as {
          reprise: { run(n: string, i: unknown, p: () => void): { result: Promise<{ error?: { code: string } }> } }
        }
      ).reprise.run('export.make', { session: { source: 'x', id: 'y' }, format: 'html', path }, () => undefined).result,
    [elsewhere]
  )
  expect(answer.error?.code).toBe('forbidden')

  await window.openSession('Please add a celsius helper', { agent: 'gestura' })
  await actions.choose('Export…')
  const sheet = page.getByRole('dialog', { name: 'Export' })
  await expect(sheet.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(sheet.getByText(/secret was found in it|Masked in the bundle/)).toBeVisible()
  await window.inEveryLook('export', () => expectNoViolations(page))
  await sheet.getByRole('checkbox', { name: 'Byte for byte, with its secrets' }).check()
  await expect(sheet.getByText(/gives away|nothing would be masked/)).toBeVisible()
  await app.screenshot('export-exact')
  await sheet.getByRole('checkbox', { name: 'Byte for byte, with its secrets' }).uncheck()
  await sheet.getByRole('button', { name: 'Further sessions of gestura' }).focus()
  await page.keyboard.press('Enter')
  const further = sheet.getByRole('list', { name: 'Further sessions' })
  await sheet.getByRole('textbox', { name: 'Words of the sessions to add' }).fill('Fetch today')
  await expect(further.getByRole('checkbox')).toHaveCount(1)
  await further.getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await expect(sheet).toContainText('and 1 further session')
  await expect(sheet.getByText(/secret was found in it|Masked in the bundle/)).toBeVisible()
  await expectNoViolations(page)
  await window.inEveryLook('export-further')
  await sheet.getByRole('button', { name: 'Save as…' }).click()
  await expect(page.getByRole('dialog', { name: 'The file was written' })).toContainText(chosen)
  expect(readFileSync(chosen).subarray(0, 2).toString()).toBe('PK')
  const { asked, sessions } = await manifestOf(chosen)
  expect([asked, sessions.length, sessions[0]?.title]).toEqual([2, 2, expect.stringMatching(/^Please add a celsius/)])
  await app.screenshot('export-written')
  expect([existsSync(elsewhere), app.problems]).toEqual([false, []])
  await app.close()
})
