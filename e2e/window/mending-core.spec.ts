import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, test } from '@playwright/test'
import { leaveAlone, leftAloneHome } from './pages/left-alone-home'
import { expectNoViolations } from './pages/no-violations'
import { RestoreSheet } from './pages/restore-sheet'
import { ReadyWindow } from './pages/window'

interface Row {
  readonly id: string
  readonly title: string
}

test.describe('damage of the core agents is mended in the window, by keyboard alone', () => {
  // Pictures and checks of accessibility in four looks take their time.
  test.describe.configure({ timeout: 180_000 })
  let window: ReadyWindow

  test.afterEach(async () => {
    expect(window.app.problems).toEqual([])
    await window.app.close()
  })

  async function answer<T>(name: string, input: unknown): Promise<T> {
    const envelope = (await window.ask(name, input)) as { ok: boolean; value: T }
    expect(envelope).toMatchObject({ ok: true })
    return envelope.value
  }

  /** A place that was just added may still be read for the first time. */
  async function titleOf(id: string): Promise<string> {
    let found: string | undefined
    await expect(async () => {
      const { rows } = await answer<{ rows: Row[] }>('sessions.page', { query: {}, offset: 0, limit: 200 })
      found = rows.find((row) => row.id === id)?.title
      expect(found).toBeDefined()
    }).toPass()
    return found ?? ''
  }

  /** Goes on with Tab until the focus is where it should be. */
  async function tabTo(target: Locator): Promise<void> {
    await expect(target).toBeVisible()
    for (let presses = 0; presses < 120; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await window.page.keyboard.press('Tab')
    }
    throw new Error('the keyboard does not lead there')
  }

  async function openFindings(title: string, agent: string): Promise<void> {
    await expect(() => window.openSession(title, { agent })).toPass()
    await window.detail.tab('Findings').focus()
    await window.page.keyboard.press('Enter')
  }

  /** From a finding to its mending, the plan, what it changes, the result and back again. */
  async function mendAndUndo(name: string, changes: RegExp, choice?: RegExp): Promise<() => Promise<void>> {
    const { page } = window
    await tabTo(page.getByRole('button', { name: 'Show its mending' }).first())
    await page.keyboard.press('Enter')
    const mending = page.getByRole('region', { name: 'Mending' })
    await expect(mending.getByRole('checkbox').first()).toBeFocused()
    await window.inEveryLook(`mending-${name}`)
    await window.inBothThemes(() => expectNoViolations(page))
    await tabTo(mending.getByRole('button', { name: 'Review mending…' }))
    await page.keyboard.press('Enter')
    const sheet = new RestoreSheet(page)
    await sheet.planned()
    if (choice !== undefined) {
      await tabTo(sheet.dialog.getByRole('radio').first())
      await page.keyboard.press('ArrowDown')
      await expect(sheet.dialog.getByRole('radio', { name: choice })).toBeChecked()
    }
    await tabTo(sheet.steps.getByRole('button').first())
    await page.keyboard.press('Enter')
    await expect(sheet.dialog).toContainText(changes)
    await window.inEveryLook(`mending-${name}-plan`)
    await window.inBothThemes(() => expectNoViolations(page))
    await tabTo(sheet.start)
    await page.keyboard.press('Enter')
    await expect(sheet.title).toHaveText(/mended and checked$/)
    return async () => {
      await tabTo(sheet.undo)
      await page.keyboard.press('Enter')
      await sheet.planned()
      await tabTo(sheet.start)
      await page.keyboard.press('Enter')
      await expect(sheet.title).toHaveText(/undone and checked$/)
    }
  }

  test('the quotes without which the list of tact fails are put back, and taken away by the undo', async () => {
    window = await ReadyWindow.open({ existing: leftAloneHome('tact-unquoted-effort') })
    const database = join(window.app.home, '.tact', 'sessions', 'v2.sqlite3')
    const before = readFileSync(database)
    const { sources } = await answer<{ sources: { findings: { code: string; where: string }[] }[] }>('sources.list', {})
    const findings = sources.flatMap((source) => source.findings)
    const id = findings.find(({ code }) => code === 'tact.session.unquoted')?.where ?? ''
    await openFindings(await titleOf(id), 'tact')
    const undo = await mendAndUndo('tact', /effort: "/)
    expect(readFileSync(database).equals(before)).toBe(false)
    await undo()
  })

  test('a3s-37 the torn line that closes a store of a3s is taken out of its log, and put back by the undo', async () => {
    const home = leftAloneHome('gestura', 'a3s')
    const log = join(home, 'weather/.a3s/tui/sessions/v1/wal/session-store.ndjson')
    const sound = readFileSync(log, 'utf8')
    appendFileSync(log, '{"schema":')
    leaveAlone(home)
    window = await ReadyWindow.open({ existing: home })
    await window.ask('settings.set', { roots: [{ agent: 'a3s', path: join(home, 'weather/.a3s/tui/sessions') }] })
    await openFindings(await titleOf('barometer-7f3a1c'), 'a3s-code')
    const mending = window.page.getByRole('region', { name: 'Mending' })
    await expect(mending.getByRole('button', { name: 'Review mending…' })).toBeVisible()
    // No copy of a session holds the log of its store.
    await expect(mending.getByRole('button', { name: 'Mend a copy only' })).toHaveCount(0)
    const undo = await mendAndUndo('a3s', /\{"schema":/)
    expect(readFileSync(log, 'utf8')).toBe(sound)
    await undo()
    expect(readFileSync(log, 'utf8')).toBe(`${sound}{"schema":`)
  })

  test('gestura-22 a checkpoint that keeps gestura from listing any leads to its own mending', async () => {
    const home = leftAloneHome('gestura')
    const broken = join(home, '.gestura', 'checkpoints', 'ffffffff-0000-4000-8000-000000000001.json')
    writeFileSync(broken, '{"metadata":')
    leaveAlone(home)
    window = await ReadyWindow.open({ existing: home })
    await openFindings('Please add a celsius helper', 'gestura')
    const fix = window.page.getByRole('region', { name: 'Mending' }).getByRole('checkbox')
    await expect(fix).toHaveCount(1)
    await expect(fix).toHaveAccessibleName(/ffffffff-0000-4000-8000-000000000001/)
    await tabTo(window.page.getByRole('button', { name: 'Show its mending' }).first())
    await window.page.keyboard.press('Enter')
    await expect(fix).toBeFocused()
  })
})
