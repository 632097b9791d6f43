import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from '@playwright/test'
import { leftAloneHome } from './pages/left-alone-home'
import { expectNoViolations } from './pages/no-violations'
import { RestoreSheet } from './pages/restore-sheet'
import { SessionActions } from './pages/session-actions'
import { ReadyWindow } from './pages/window'

test.describe('sessions of a3s are changed in the window', () => {
  // Pictures and checks of accessibility in four looks take their time.
  test.describe.configure({ timeout: 180_000 })
  let window: ReadyWindow
  let sheet: RestoreSheet
  let actions: SessionActions

  test.beforeEach(async () => {
    window = await ReadyWindow.open({ existing: leftAloneHome('gestura', 'a3s') })
    sheet = new RestoreSheet(window.page)
    actions = new SessionActions(window.page)
  })
  test.afterEach(async () => {
    expect(window.app.problems).toEqual([])
    await window.app.close()
  })

  const lookAt = (...folders: string[]) =>
    window.ask('settings.set', { roots: [{ agent: 'a3s', path: join(window.app.home, ...folders) }] })
  /** The list may still grow while the place is read for the first time. */
  const open = (title: string) => expect(() => window.openSession(title, { agent: 'a3s-code' })).toPass()
  const bytesIn = (...folders: string[]) => {
    const folder = join(window.app.home, ...folders)
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const paths = files.map((file) => join(file.parentPath, file.name)).sort()
    return Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'base64')]))
  }

  test('a3s-57 a lease of another holder is left alone by default, and taken over only after a second question', async () => {
    await lookAt('stores', 'lease')
    const before = bytesIn('stores', 'lease')
    await open('lease-session')
    await actions.choose('Fork…')
    await sheet.planned()
    const decision = sheet.decision(/desk-17:4821 has the writer lease/)
    await expect(decision.getByRole('radio', { name: /^Leave it the lease/ })).toBeFocused()
    await expect(sheet.start).toBeDisabled()
    await window.page.keyboard.press('ArrowDown')
    await expect(decision.getByRole('radio', { name: /^Take the lease over/ })).toBeChecked()
    await expect(sheet.start).toHaveText('Create 1 item…')
    await window.inEveryLook('a3s-lease-plan')
    await sheet.start.click()
    const question = window.page.getByRole('dialog', { name: 'Take over the writer lease?' })
    await expect(question).toContainText('desk-17:4821 can save nothing any more')
    await expect(question.getByRole('button', { name: /^Cancel/ })).toBeFocused()
    await window.inEveryLook('a3s-lease-question')
    await expectNoViolations(window.page)
    await window.page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(sheet.start).toBeFocused()
    expect(bytesIn('stores', 'lease')).toEqual(before)

    await window.page.keyboard.press('Enter')
    await expect(question.getByRole('button', { name: /^Cancel/ })).toBeFocused()
    await window.page.keyboard.press('Tab')
    await expect(question.getByRole('button', { name: 'Take over and create 1 item' })).toBeFocused()
    await window.page.keyboard.press('Enter')
    await expect(sheet.title).toHaveText('1 item created and checked')
    await expect(sheet.close).toBeFocused()
    const lease = JSON.parse(readFileSync(join(window.app.home, 'stores/lease/v1/writer_lease.json'), 'utf8'))
    expect([lease.epoch, lease.holderId]).toEqual([2, expect.stringMatching(/^reprise-/)])

    await window.page.getByRole('button', { name: 'Open the fork' }).click()
    await sheet.gone()
    await expect(window.list.rows).toHaveCount(2)
    const sessions = Object.keys(bytesIn('stores', 'lease', 'v1', 'sessions'))
    const fork = sessions.find((path) => !Object.keys(before).includes(path)) ?? ''
    await expect(window.list.selected()).toHaveCount(1)
    await window.detail.entries.first().focus()
    await window.detail.tab('Raw').click()
    await expect(window.page.getByRole('main').getByTitle(new RegExp(basename(fork)))).toBeVisible()
  })

  test('a conversation ends at an entry by its key and comes back, and an entry that cannot be the last says why', async () => {
    await lookAt('weather', '.a3s', 'tui', 'sessions')
    const store = ['weather', '.a3s', 'tui', 'sessions', 'v1', 'sessions']
    const before = bytesIn(...store)
    await open('Barometer shows one unit')
    await window.detail.entries.last().focus()
    await window.page.keyboard.press('Home')
    await expect(window.detail.entries.first()).toBeFocused()
    const thinking = window.detail.feed.locator('[data-kind=thinking]').first()
    await thinking.focus()
    await window.page.keyboard.press('R')
    await expect(sheet.title).toHaveText('There is no plan for this')
    await expect(sheet.dialog).toContainText('thinking')
    await window.inEveryLook('a3s-no-cut')
    await window.page.keyboard.press('Escape')
    await sheet.gone()
    await expect(thinking).toBeFocused()

    const prompts = window.detail.feed.locator('[data-kind=user]')
    await prompts.first().focus()
    await actions.command('restore to this entry')
    await sheet.planned()
    await expect(sheet.title).toHaveText('Restore “Barometer shows one unit” to here')
    await expect(sheet.cancel).toBeFocused()
    await window.inEveryLook('a3s-cut-plan')
    await expectNoViolations(window.page)
    expect(bytesIn(...store)).toEqual(before)
    await window.page.keyboard.press('Tab')
    await window.page.keyboard.press('Enter')
    await expect(sheet.title).toHaveText(/restored and checked$/)
    expect(bytesIn(...store)).not.toEqual(before)
    await window.page.keyboard.press('Control+z')
    await sheet.planned()
    await expect(sheet.title).toHaveText('Undo the restore of “Barometer shows one unit”')
    await window.page.keyboard.press('Tab')
    await window.page.keyboard.press('Enter')
    await expect(sheet.title).toHaveText(/undone and checked$/)
    expect(bytesIn(...store)).toEqual(before)
  })

  test('a3s-31 a3s-54 files that nothing refers to are removed from the menu, with a safety copy, and come back', async () => {
    await lookAt('weather', '.a3s', 'tui', 'sessions')
    const store = ['weather', '.a3s', 'tui', 'sessions', 'v1', 'sessions']
    const before = bytesIn(...store)
    const title = 'Ünïcode — 天气 ☔'
    await open(title)
    await actions.choose('Remove unused files…')
    await sheet.planned()
    await expect(sheet.title).toHaveText(`Remove unused files of “${title}”`)
    await expect(sheet.dialog).toContainText('1 unused artifact with 15 bytes goes')
    await expect(sheet.dialog).toContainText('Goes: a3s://tool-output/write/好')
    await expect(sheet.cancel).toBeFocused()
    await window.inEveryLook('a3s-collect-plan')
    await expectNoViolations(window.page)
    expect(bytesIn(...store)).toEqual(before)
    await sheet.start.click()
    await expect(sheet.title).toHaveText('1 item removed and checked')
    const [path] = changed(before, bytesIn(...store))
    const held = documentAt(path).artifacts as { artifact_uri: string }[]
    const earlier = JSON.parse(Buffer.from(before[path ?? ''] ?? '', 'base64').toString('utf8'))
    const artifacts = (earlier.snapshot ?? earlier).artifacts as { artifact_uri: string }[]
    expect(artifacts.map((each) => each.artifact_uri)).toContain('a3s://tool-output/write/好')
    expect(held.map((each) => each.artifact_uri)).not.toContain('a3s://tool-output/write/好')
    await takeBack()
    expect(bytesIn(...store)).toEqual(before)
    // Where everything is in use, the plan says so and nothing starts.
    await sheet.close.click()
    await sheet.gone()
    await open('Barometer shows one unit')
    await actions.command('remove unused files')
    await expect(sheet.title).toHaveText('There is no plan for this')
    await expect(sheet.dialog).toContainText('in use or pinned')
    expect(bytesIn(...store)).toEqual(before)
  })

  test('a3s-14 a session of the older layout is migrated from the menu: one file as a3s writes it, the older ones stay', async () => {
    await lookAt('stores', 'legacy')
    const before = bytesIn('stores', 'legacy')
    await open('Old notes')
    const entries = await window.detail.entries.count()
    await actions.choose('Migrate to the newest layout…')
    await sheet.planned()
    await expect(sheet.title).toHaveText('Migrate “Old notes”')
    await expect(sheet.dialog).toContainText('The older files stay where they are')
    await window.inEveryLook('a3s-migrate-plan')
    await expectNoViolations(window.page)
    expect(bytesIn('stores', 'legacy')).toEqual(before)
    await sheet.start.click()
    await expect(sheet.title).toHaveText('1 item migrated and checked')
    const after = bytesIn('stores', 'legacy')
    const session = join(window.app.home, 'stores/legacy/v1/sessions', `${fileKeyOf('legacy-notes')}.json`)
    expect(Object.keys(before)).not.toContain(session)
    expect(JSON.parse(readFileSync(session, 'utf8'))).toMatchObject({ session: { id: 'legacy-notes' } })
    for (const path of Object.keys(before)) expect([path, after[path]]).toEqual([path, before[path]])
    await takeBack()
    expect(Object.keys(bytesIn('stores', 'legacy', 'v1', 'sessions'))).not.toContain(session)
    await sheet.close.click()
    await sheet.gone()
    await expect(window.detail.entries).toHaveCount(entries)
    // So is one whose parts lie in files of their own; of the present layout there is nothing to migrate.
    await open('Bare')
    await actions.choose('Migrate to the newest layout…')
    await sheet.planned()
    await window.page.keyboard.press('Escape')
    await sheet.gone()
    await lookAt('weather', '.a3s', 'tui', 'sessions')
    await open('Barometer shows one unit')
    await actions.trigger.click()
    await expect(actions.item('Remove unused files…')).toBeVisible()
    await expect(actions.item('Migrate to the newest layout…')).toHaveCount(0)
  })

  /** Undo from the result, by its button. */
  async function takeBack(): Promise<void> {
    await sheet.undo.click()
    await sheet.planned()
    await sheet.start.click()
    await expect(sheet.title).toHaveText('1 item undone and checked')
  }

  function documentAt(path: string | undefined): Record<string, unknown> {
    const document = JSON.parse(readFileSync(path ?? '', 'utf8'))
    return document.snapshot ?? document
  }
})

/** Paths whose bytes differ. */
function changed(before: Record<string, string>, after: Record<string, string>): string[] {
  return Object.keys({ ...before, ...after }).filter((path) => before[path] !== after[path])
}

/** The name that a3s gives to the file of an id (format 1.1). */
function fileKeyOf(id: string): string {
  return `id_${Buffer.from(id, 'utf8').toString('base64url')}`
}
