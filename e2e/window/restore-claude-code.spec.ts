import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { Checkpoints } from './pages/checkpoints'
import { ClaudeHome } from './pages/claude-home'
import { RestoreSheet } from './pages/restore-sheet'
import { SessionActions } from './pages/session-actions'
import { ReadyWindow } from './pages/window'

const title = 'Please add a celsius helper to the forecast script.'

/** How many sessions the list has; the sheet is before it. */
async function listed(window: ReadyWindow): Promise<number> {
  const answer = (await window.ask('sessions.page', { query: {}, offset: 0, limit: 10 })) as {
    value: { rows: unknown[] }
  }
  return answer.value.rows.length
}

test('a session of Claude Code goes back to an entry as a new session; the original stays, and the undo removes the new one', async () => {
  const files = new ClaudeHome()
  const before = files.bytes()
  const window = await ReadyWindow.open({ existing: files.home })
  const sheet = new RestoreSheet(window.page)
  await window.openSession(title, { agent: 'Claude Code' })
  await window.detail.entries.last().focus()
  await window.page.keyboard.press('Home')
  const first = window.detail.entries.first()
  await first.hover()
  await first.getByRole('button', { name: 'Actions of this entry' }).click()
  await new SessionActions(window.page).item('Restore to here…').click()
  await sheet.planned()
  expect(files.bytes()).toEqual(before)
  await window.inEveryLook('claude-restore-to-here-plan')
  await sheet.start.click()
  await expect(sheet.title).toHaveText(/restored and checked$/)
  const after = files.bytes()
  for (const [path, bytes] of before) expect(after.get(path)).toBe(bytes)
  const added = [...after.keys()].filter((path) => !before.has(path))
  expect(added.some((path) => path.startsWith(files.project) && path.endsWith('.jsonl'))).toBe(true)
  await window.inEveryLook('claude-restore-to-here-result')
  await expect.poll(() => listed(window)).toBe(2)
  await sheet.undo.click()
  await sheet.planned()
  await sheet.start.click()
  await expect(sheet.title).toHaveText(/undone and checked$/)
  expect(files.bytes()).toEqual(before)
  await expect.poll(() => listed(window)).toBe(1)
  expect(window.app.problems).toEqual([])
  await window.app.close()
})

test('a checkpoint of Claude Code puts back the files and the conversation together, and the undo all of it', async () => {
  const files = new ClaudeHome()
  const before = files.bytes()
  const window = await ReadyWindow.open({ existing: files.home })
  const sheet = new RestoreSheet(window.page)
  await window.openSession(title, { agent: 'Claude Code' })
  const points = new Checkpoints(window.page)
  await points.open()
  await points.choose('a4e074eb-058b-47f9-8d93-258c3de78038')
  await points.restore.focus()
  await window.page.keyboard.press('Enter')
  await sheet.planned()
  const both = sheet.decision(/Which of them goes back/).getByRole('radio', { name: /The files and the conversation/ })
  await both.focus()
  await window.page.keyboard.press('Space')
  await expect(both).toBeChecked()
  await window.inEveryLook('claude-checkpoint-plan')
  await sheet.start.focus()
  await window.page.keyboard.press('Enter')
  await expect(sheet.title).toHaveText(/restored and checked$/)
  expect(existsSync(join(files.workspace, 'docs', 'NOTES.md'))).toBe(false)
  await expect.poll(() => listed(window)).toBe(2)
  await sheet.undo.focus()
  await window.page.keyboard.press('Enter')
  await sheet.planned()
  await sheet.start.focus()
  await window.page.keyboard.press('Enter')
  await expect(sheet.title).toHaveText(/undone and checked$/)
  expect(files.bytes()).toEqual(before)
  expect(window.app.problems).toEqual([])
  await window.app.close()
})

test('B1 a checkpoint of a session whose folder was moved puts its files where they are now, and says both folders', async () => {
  const files = new ClaudeHome()
  const now = join(files.home, 'renamed')
  const window = await ReadyWindow.open({ existing: files.home })
  const sheet = new RestoreSheet(window.page)
  renameSync(files.workspace, now)
  expect(await window.ask('workspace.locate', { from: files.workspace, to: now })).toMatchObject({ ok: true })
  await window.openSession(title, { agent: 'Claude Code' })
  const points = new Checkpoints(window.page)
  await points.open()
  await points.choose('a4e074eb-058b-47f9-8d93-258c3de78038')
  await points.restore.click()
  await sheet.planned()
  await expect(window.page.getByRole('dialog')).toContainText(`You said that this folder is now ${now}`)
  await window.inEveryLook('claude-moved-folder-plan')
  await sheet.start.click()
  await expect(sheet.title).toHaveText(/restored and checked$/)
  expect(existsSync(join(now, 'docs', 'NOTES.md'))).toBe(false)
  expect(existsSync(files.workspace)).toBe(false)
  await sheet.undo.click()
  await sheet.planned()
  await sheet.start.click()
  await expect(sheet.title).toHaveText(/undone and checked$/)
  expect(existsSync(join(now, 'docs', 'NOTES.md'))).toBe(true)
  expect(window.app.problems).toEqual([])
  await window.app.close()
})
