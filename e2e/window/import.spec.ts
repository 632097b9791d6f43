import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { electronCommand } from '../../scripts/run/electron-command.mjs'
import { CommandHome } from '../cli/support/command'
import { environmentFor, projectRoot } from '../support/launch'
import { ImportSheet } from './pages/import-sheet'
import { leftAloneHome } from './pages/left-alone-home'
import { expectNoViolations } from './pages/no-violations'
import { ReadyWindow } from './pages/window'

const claude = '095bbe87-37e2-4820-b558-9182cfc4cc92'

/** A bundle of a session of Claude Code with notes and configuration, made on another home by the command. */
async function bundleFromElsewhere(folder: string): Promise<string> {
  const there = new CommandHome((home) => {
    cpSync(join(projectRoot, 'e2e', 'fixtures', 'agents', 'claude-code'), home, { recursive: true })
    writeFileSync(join(home, '.claude', 'settings.json'), '{"cleanupPeriodDays":90,"env":{"TOKEN":"rain"}}')
    const notes = join(home, '.claude', 'projects', '-home-dev-weather', 'memory')
    mkdirSync(notes)
    writeFileSync(join(notes, 'MEMORY.md'), 'Tests run with pnpm.')
  })
  const path = join(folder, 'tide.reprise')
  const parts = ['--children', '--files', '--memory', '--config']
  const made = await there.run(['bundle', `claude-code:${claude}`, '--out', path, ...parts])
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
  const inside = sheet.section('Inside')
  await expect(inside).toContainText('1 note of its project')
  await inside.getByRole('button', { name: 'Show the configuration' }).focus()
  await page.keyboard.press('Enter')
  const configuration = inside.getByRole('treegrid', { name: 'Configuration' })
  await expect(configuration.getByRole('row', { name: /cleanupPeriodDays/ })).toContainText('90')
  await expect(configuration.getByRole('row', { name: /env\.TOKEN/ })).toContainText('masked')
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

  // The list shows it with where it came from, and nothing is gone.
  await expect(window.rail.getByRole('button', { name: /^Imported/ })).toHaveAttribute('aria-current', 'page')
  await expect(window.list.rows).toHaveCount(1)
  await expect(window.list.rows.first()).toContainText('imported')

  await (await sheet.hold(path))()
  await expect(sheet.section('Where it goes')).toContainText('Already kept on')
  await expect(sheet.button('Add to library')).toBeDisabled()
  await page.getByRole('radio', { name: /own store/ }).check()
  await sheet.folder('/home/dev/weather').fill(workspace)
  await expect(sheet.section('Paths on this machine').getByText('found').first()).toBeVisible()
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

test('a path that is pasted, and files that are opened with Reprise while it runs, are looked into together', async () => {
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
  await page.keyboard.press('Escape')

  // The palette takes a path, too.
  await page.keyboard.press('Control+k')
  await page.keyboard.type(nothing)
  await expect(page.getByRole('option', { selected: true })).toHaveText(`Look inside ${nothing}`)
  await app.screenshot('import-palette')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'It cannot be imported' })).toContainText(
    'Nothing in words.txt is a session'
  )
  await page.keyboard.press('Escape')

  // Of several that are all refused, each has its reason.
  const more = join(app.home, 'more.txt')
  writeFileSync(more, 'more words')
  await window.ask('shell.copy', { text: `${nothing}\n${more}` })
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('Control+v')
  const refused = page.getByRole('dialog', { name: 'It cannot be imported' })
  await expect(refused.getByRole('listitem')).toHaveCount(2)
  await expect(refused.getByRole('listitem').last()).toContainText('Nothing in more.txt is a session')
  await window.inBothThemes(async (theme) => app.screenshot(`import-refused-${theme}`))
  await page.keyboard.press('Escape')

  const path = await bundleFromElsewhere(app.home)
  const command = electronCommand([path, nothing], () => undefined)
  const second = spawn(command.path, [...command.args], { env: environmentFor(app.home, app.own, {}), stdio: 'ignore' })
  const ended = new Promise((resolve) => second.once('exit', resolve))
  await expect(sheet.section('Checks')).toContainText('Every checksum is right')
  await expect(sheet.section('Checks')).toContainText('words.txt is not taken')
  await ended
  expect(app.problems).toEqual([])
  await app.close()
})

/** A folder with single files as somebody sends them: sessions of gestura and Claude Code, and one that is no session. */
function mailOf(home: string): readonly string[] {
  const mail = join(home, 'mail')
  mkdirSync(mail)
  const gestura = join(projectRoot, 'e2e', 'fixtures', 'core', 'gestura', '.gestura', 'agent_sessions')
  const names = readdirSync(gestura).filter((name) => name.endsWith('.json'))
  const sent = names.slice(0, 3).map((name, index) => {
    cpSync(join(gestura, name), join(mail, `sent-${index + 1}.json`))
    return join(mail, `sent-${index + 1}.json`)
  })
  const words = join(mail, 'words.txt')
  writeFileSync(words, 'just words')
  return [...sent, words]
}

test('F5 several files that are dropped at once are looked into together, chosen from, and put into the store as one operation', async () => {
  test.setTimeout(240_000)
  const window = await ReadyWindow.open({ existing: leftAloneHome('tact') })
  const { page, app } = window
  const sheet = new ImportSheet(page)
  const store = join(app.home, '.gestura', 'agent_sessions')
  const workspace = join(app.home, 'work')
  mkdirSync(workspace)
  await (await sheet.hold(...mailOf(app.home)))()
  await expect(page.getByRole('dialog', { name: '3 sessions in 4 files' })).toBeVisible()
  await expect(sheet.sheet).toContainText('1 file is not taken')
  await expect(sheet.section('Checks')).toContainText('Nothing in words.txt is a session')
  await expect(sheet.session(/sent-1\.json/)).toHaveAttribute('aria-selected', 'true')
  await window.inEveryLook('import-several', () => expectNoViolations(page))

  await sheet
    .session(/sent-2\.json/)
    .locator('[aria-hidden]')
    .first()
    .click()
  await expect(sheet.sheet).toContainText('2 of 3 sessions chosen')
  await page.getByRole('radio', { name: /own store/ }).check()
  for (const input of await sheet.section('Paths on this machine').getByRole('textbox').all())
    await input.fill(workspace)
  await expect(sheet.button('Make a plan')).toBeEnabled()
  await window.inEveryLook('import-several-store', () => expectNoViolations(page))
  await sheet.button('Make a plan').click()
  const plan = page.getByRole('dialog', { name: 'Import 2 sessions' })
  await expect(plan.getByRole('button', { name: /^Import/ })).toBeEnabled()
  await app.screenshot('import-several-plan')
  expect(existsSync(store)).toBe(false)
  await plan.getByRole('button', { name: /^Import/ }).click()
  await expect(page.getByRole('dialog', { name: /imported and checked/ })).toBeVisible()
  expect(readdirSync(store)).toHaveLength(2)
  await page.keyboard.press('Control+z')
  await page.getByRole('dialog').getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByRole('dialog', { name: /undone/ })).toBeVisible()
  expect(existsSync(store)).toBe(false)
  expect(app.problems).toEqual([])
  await app.close()
})

/** Presses Tab until something of this name has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let steps = 0; steps < 40; steps += 1) {
    if (await target.evaluate((node) => node === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

test('F5 an import by keyboard alone: paths are pasted, sessions chosen, kept, found again, and Escape lets go', async () => {
  test.setTimeout(180_000)
  const window = await ReadyWindow.open({ existing: leftAloneHome('tact') })
  const { page, app } = window
  const sheet = new ImportSheet(page)
  const paths = mailOf(app.home)
  const paste = async () => {
    await window.ask('shell.copy', { text: paths.join('\n') })
    await page.keyboard.press('Control+v')
    await expect(page.getByRole('dialog', { name: '3 sessions in 4 files' })).toBeVisible()
  }
  await window.list.rows.first().focus()
  await paste()
  await expect(sheet.button('Cancel')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(sheet.sheet).toBeHidden()
  await expect(window.list.rows.first()).toBeFocused()

  await paste()
  await tabTo(page, page.getByRole('checkbox', { name: 'Choose none' }))
  await page.keyboard.press('Space')
  await expect(sheet.sheet).toContainText('0 of 3 sessions chosen')
  await expect(sheet.button('Add to library')).toBeDisabled()
  await tabTo(page, sheet.session(/sent-1\.json/))
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(sheet.session(/sent-2\.json/)).toBeFocused()
  await page.keyboard.press('End')
  await expect(sheet.session(/sent-3\.json/)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(sheet.sheet).toContainText('2 of 3 sessions chosen')
  await app.screenshot('import-keyboard')
  const add = sheet.button('Add 2 sessions to library')
  await tabTo(page, add)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Added to the library' })).toContainText(
    '2 sessions are in the library'
  )
  await expect(sheet.button('Close Esc')).toBeFocused()
  await tabTo(page, sheet.button('Show them'))
  await page.keyboard.press('Enter')
  await expect(sheet.sheet).toBeHidden()
  await expect(window.rail.getByRole('button', { name: /^Imported/ })).toHaveAttribute('aria-current', 'page')
  await expect(window.list.rows).toHaveCount(2)
  await expect(page.getByRole('status').filter({ hasText: 'Imported: it is in the library' })).toBeVisible()
  await window.inEveryLook('import-list', () => expectNoViolations(page))
  expect(app.problems).toEqual([])
  await app.close()
})
