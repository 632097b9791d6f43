import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { ClaudeHome } from './pages/claude-home'
import { expectNoViolations } from './pages/no-violations'
import { RestoreSheet } from './pages/restore-sheet'
import { ReadyWindow } from './pages/window'

const title = 'Please add a celsius helper to the forecast script.'

/** The transcript with a block of NUL bytes, half a record and a torn end, as a crash leaves it. */
function damage(files: ClaudeHome): { path: string; sound: string } {
  const [file = ''] = [...files.bytes().keys()].filter(
    (each) => each.startsWith(files.project) && each.endsWith('.jsonl')
  )
  const sound = readFileSync(file, 'utf8')
  const [first = '', ...rest] = sound.split('\n')
  writeFileSync(file, `${first}\n\0\0\0\0\n{"half": "of a rec\n${rest.join('\n')}{"type":"torn`)
  // Long ago, so that nobody seems to be at work on it.
  utimesSync(file, 1_750_000_000, 1_750_000_000)
  return { path: file, sound }
}

test('C1 C2 damage is found with the findings, mended by keyboard after a look at what would change, and brought back by the undo', async () => {
  const files = new ClaudeHome()
  const { path, sound } = damage(files)
  const damaged = readFileSync(path, 'utf8')
  const window = await ReadyWindow.open({ existing: files.home })
  await window.openSession(title, { agent: 'Claude Code' })
  await window.detail.tab('Findings').click()
  const mending = window.page.getByRole('region', { name: 'Mending' })
  await expect(mending.getByRole('checkbox')).toHaveCount(3)
  await expect(mending.getByRole('listitem').first()).toContainText('NUL bytes')
  await window.inEveryLook('mending')
  await window.inBothThemes(() => expectNoViolations(window.page))
  expect(readFileSync(path, 'utf8')).toBe(damaged)

  await mending.getByRole('button', { name: 'Review mending…' }).focus()
  await window.page.keyboard.press('Enter')
  const sheet = new RestoreSheet(window.page)
  await sheet.planned()
  await window.inEveryLook('mending-plan')
  await sheet.start.click()
  await expect(sheet.title).toHaveText(/mended and checked$/)
  expect(readFileSync(path, 'utf8')).toBe(sound)
  await sheet.undo.click()
  await sheet.planned()
  await sheet.start.click()
  await expect(sheet.title).toHaveText(/undone and checked$/)
  expect(readFileSync(path, 'utf8')).toBe(damaged)
  expect(window.app.problems).toEqual([])
  await window.app.close()
})

test('C2 a copy alone is mended: the file stays as it is, and the copy stands under Checkpoints', async () => {
  const files = new ClaudeHome()
  const { path } = damage(files)
  const damaged = readFileSync(path, 'utf8')
  const window = await ReadyWindow.open({ existing: files.home })
  await window.openSession(title, { agent: 'Claude Code' })
  await window.detail.tab('Findings').click()
  const mending = window.page.getByRole('region', { name: 'Mending' })
  await mending.getByRole('button', { name: 'Mend a copy only' }).click()
  await expect(mending).toContainText(/kept as kept-/)
  expect(readFileSync(path, 'utf8')).toBe(damaged)
  await window.detail.tab('Checkpoints').click()
  await expect(window.page.getByText('Mended copy').first()).toBeVisible()
  expect(window.app.problems).toEqual([])
  await window.app.close()
})
