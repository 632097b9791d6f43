import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { electronCommand } from '../../scripts/run/electron-command.mjs'
import { CommandHome } from '../cli/support/command'
import { environmentFor, projectRoot } from '../support/launch'
import { ImportSheet } from './pages/import-sheet'
import { leftAloneHome } from './pages/left-alone-home'
import { expectNoViolations } from './pages/no-violations'
import { ReadyWindow } from './pages/window'

const claude = '095bbe87-37e2-4820-b558-9182cfc4cc92'

/** A bundle of a session of Claude Code, made on another home by the command. */
async function bundleFromElsewhere(folder: string): Promise<string> {
  const there = new CommandHome((home) => {
    cpSync(join(projectRoot, 'e2e', 'fixtures', 'agents', 'claude-code'), home, { recursive: true })
  })
  const path = join(folder, 'tide.reprise')
  const made = await there.run(['bundle', `claude-code:${claude}`, '--out', path, '--children', '--files'])
  expect([made.code, made.err]).toEqual([0, ''])
  return path
}

function transcripts(home: string): readonly string[] {
  const projects = join(home, '.claude', 'projects')
  return existsSync(projects)
    ? readdirSync(projects, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'))
    : []
}

test('F5 a bundle that is dropped on the window is looked into, added to the library, then put into its agent', async () => {
  test.setTimeout(240_000)
  const window = await ReadyWindow.open({ existing: leftAloneHome('gestura') })
  const { page, app } = window
  const sheet = new ImportSheet(page)
  mkdirSync(join(app.home, '.claude', 'projects'), { recursive: true })
  const workspace = join(app.home, 'work')
  mkdirSync(workspace)
  const path = await bundleFromElsewhere(app.home)

  const drop = await sheet.hold(path)
  await expect(sheet.overlay).toBeVisible()
  await window.inBothThemes(async (theme) => app.screenshot(`import-drop-${theme}`))
  await drop()
  await expect(sheet.overlay).toBeHidden()
  await expect(sheet.section('Checks')).toContainText('Every checksum is right')
  await expect(sheet.section('Paths on this machine')).toContainText(join(app.home, 'weather'))
  await expect(sheet.button('Cancel')).toBeFocused()
  await window.inEveryLook('import-preview', () => expectNoViolations(page))
  expect(transcripts(app.home)).toEqual([])

  await sheet.button('Add to library').click()
  await expect(page.getByRole('dialog', { name: 'Added to the library' })).toBeVisible()
  expect(transcripts(app.home)).toEqual([])
  await app.screenshot('import-kept')
  await sheet.button('Show it').click()
  await expect(page.getByRole('main').locator('header')).toContainText('Claude Code')
  // It is read from the copy in the library.
  await expect(page.getByRole('status').filter({ hasText: 'Imported: it is in the library' })).toBeVisible()
  await expect(page.getByRole('feed').getByRole('article').first()).toBeVisible()
  await app.screenshot('import-shown')

  await (await sheet.hold(path))()
  await expect(sheet.section('Where it goes')).toContainText('You already have a session with this id')
  await page.getByRole('radio', { name: /own store/ }).check()
  await page.getByLabel('Folder that it works in').fill(workspace)
  await app.screenshot('import-store')
  await sheet.button('Make a plan').click()
  const plan = page.getByRole('dialog', { name: /^Import/ })
  await expect(plan.getByRole('button', { name: /^Import/ })).toBeEnabled()
  await app.screenshot('import-plan')
  expect(transcripts(app.home)).toEqual([])
  await plan.getByRole('button', { name: /^Import/ }).click()
  await expect(page.getByRole('dialog', { name: /imported and checked/ })).toBeVisible()
  expect(transcripts(app.home).length).toBeGreaterThan(0)
  await app.screenshot('import-done')
  await page.keyboard.press('Control+z')
  await page.getByRole('dialog').getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByRole('dialog', { name: /undone/ })).toBeVisible()
  expect(transcripts(app.home)).toEqual([])
  expect(window.app.problems).toEqual([])
  await window.app.close()
})

test('a path that is pasted, and a file that is opened with Reprise while it runs, are looked into', async () => {
  test.setTimeout(120_000)
  const window = await ReadyWindow.open({ existing: leftAloneHome('gestura') })
  const { page, app } = window
  const sheet = new ImportSheet(page)
  const nothing = join(app.home, 'words.txt')
  writeFileSync(nothing, 'just words')
  await window.ask('shell.copy', { text: nothing })
  await page
    .getByRole('main')
    .focus()
    .catch(() => undefined)
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('Control+v')
  await expect(page.getByRole('dialog', { name: 'It cannot be imported' })).toContainText(
    'Nothing in words.txt is a session'
  )
  await app.screenshot('import-refused')
  await page.keyboard.press('Escape')

  const path = await bundleFromElsewhere(app.home)
  const command = electronCommand([path], () => undefined)
  const second = spawn(command.path, [...command.args], { env: environmentFor(app.home, app.own, {}), stdio: 'ignore' })
  const ended = new Promise((resolve) => second.once('exit', resolve))
  await expect(sheet.section('Checks')).toContainText('Every checksum is right')
  await ended
  expect(app.problems).toEqual([])
  await app.close()
})
