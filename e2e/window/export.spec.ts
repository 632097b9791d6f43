import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { leftAloneHome } from './pages/left-alone-home'
import { expectNoViolations } from './pages/no-violations'
import { SessionActions } from './pages/session-actions'
import { ReadyWindow } from './pages/window'

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
  await sheet.getByRole('button', { name: 'Save as…' }).click()
  await expect(page.getByRole('dialog', { name: 'The file was written' })).toContainText(chosen)
  expect(readFileSync(chosen).subarray(0, 2).toString()).toBe('PK')
  await app.screenshot('export-written')
  expect([existsSync(elsewhere), app.problems]).toEqual([false, []])
  await app.close()
})
