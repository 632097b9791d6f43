import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { FakePrograms, piSession } from '../../src/main/service/resume/testing/fake-programs'
import { hasBusDaemon, SessionBus } from '../support/session-bus'
import { type PanelLine, TrayPanel } from '../support/tray-panel'
import { notesVisits, unvisited, wasVisited } from '../support/unvisited'
import { expectNoViolations } from './pages/no-violations'
import { ResumeParts } from './pages/resume-parts'
import { ReadyWindow } from './pages/window'

const first = '01a22751-0000-7000-8000-000000000001'
const second = '01a22751-0000-7000-8000-000000000002'

test.describe('the tray, through the menu that a panel shows', () => {
  test.skip(process.platform !== 'linux', 'NOT RUN: panels of other systems cannot be asked')
  test.skip(!hasBusDaemon(), 'NOT RUN: there is no dbus-daemon')
  test.describe.configure({ timeout: 180_000 })
  let bus: SessionBus
  let panel: TrayPanel
  let home: string
  let workspace: string
  let programs: FakePrograms
  let window: ReadyWindow

  test.beforeEach(async () => {
    bus = await SessionBus.start()
    panel = await TrayPanel.start(bus.address)
    home = realpathSync(mkdtempSync(join(tmpdir(), 'reprise-e2e-')))
    workspace = join(home, "My Projects/café & 'app' $x")
    programs = new FakePrograms(home)
    piSession(home, first, workspace)
  })
  test.afterEach(async () => {
    await window.app.close()
    panel.stop()
    await bus.stop()
  })

  async function open(args: readonly string[] = []): Promise<void> {
    const env = { PATH: '/usr/bin:/bin', SHELL: programs.loginShell(), DBUS_SESSION_BUS_ADDRESS: bus.address }
    window = await ReadyWindow.open({ existing: home, env, args })
    await expect.poll(() => panel.items.length).toBe(1)
  }

  const labels = async () => (await panel.menu()).filter(({ separator }) => !separator).map(({ label }) => label)
  async function line(start: string): Promise<PanelLine> {
    await expect.poll(labels).toContainEqual(expect.stringContaining(start))
    const found = (await panel.menu()).find(({ label }) => label.startsWith(start))
    if (found === undefined) throw new Error(`there is no line ${start}`)
    return found
  }

  test('a click on a session starts its agent in the terminal, with the window put away', async () => {
    programs.agent('pi', '0.73.1')
    programs.terminal('xdg-terminal-exec', null)
    await open()
    const entry = await line('pi: Where is the rain gauge?')
    expect(entry.label).toMatch(/^pi: Where is the rain gauge\? · café & 'app' \$x · (\d+ [dwy]|\d+ h)/)
    expect((await panel.pictures()).every((width) => width >= 22)).toBe(true)
    await window.page.getByRole('button', { name: 'Close the window' }).click()
    await expect.poll(() => isVisible()).toBe(false)
    await panel.click(entry)
    await expect
      .poll(() => programs.starts('pi').map(({ argv }) => argv))
      .toEqual([['--version'], ['--session', first]])
    expect(programs.starts('pi')[1]?.cwd).toBe(workspace)
    expect(programs.starts('xdg-terminal-exec')).toHaveLength(1)
    expect(await isVisible()).toBe(false)
    // The icon itself brings the window back.
    await panel.press()
    await expect.poll(() => isVisible()).toBe(true)
  })

  test('the menu follows a change of the sessions within a second or so', async () => {
    await open()
    await line('pi: Where is the rain gauge?')
    const started = Date.now()
    piSession(home, second, workspace, { at: '2026-11-25T10:00:00.000Z', prompt: 'And where is the barometer?' })
    await expect
      .poll(async () => (await labels())[1], { intervals: [50], timeout: 20_000 })
      .toContain('And where is the barometer?')
    process.stdout.write(`tray: the menu followed a new session after ${Date.now() - started} ms\n`)
    expect((await labels())[2]).toContain('Where is the rain gauge?')
  })

  test('F7 neither the menu nor what it says of sessions takes a look into the folders that they worked in', async () => {
    test.skip(!notesVisits(join(home, 'control')), 'NOT RUN: this disk does not note visits')
    unvisited(workspace)
    await open(['--hidden'])
    await line('pi: Where is the rain gauge?')
    const { value } = (await window.ask('sessions.page', { query: {}, offset: 0, limit: 1 })) as {
      value: { rows: { source: string; id: string }[] }
    }
    const sessions = value.rows.map(({ source, id }) => ({ source, id }))
    expect(await window.ask('sessions.activity', { sessions })).toMatchObject({ ok: true })
    expect(wasVisited(workspace)).toBe(false)
  })

  test('what does not work is said in the window, which comes up for it', async () => {
    programs.terminal('xdg-terminal-exec', null)
    await open(['--hidden'])
    expect(await isVisible()).toBe(false)
    await panel.click(await line('pi: Where is the rain gauge?'))
    const { sheet } = new ResumeParts(window.page)
    await expect(sheet).toHaveAccessibleName('This session cannot be resumed')
    await expect(sheet).toContainText('There is no pi on the PATH of the login shell.')
    expect(await isVisible()).toBe(true)
    expect(programs.starts('xdg-terminal-exec')).toEqual([])
  })

  test('opens a session, copies its command, keeps a copy of it, shows that, pauses indexing and quits', async () => {
    await open()
    await line('pi: Where is the rain gauge?')
    const inMenu = async (name: string) => {
      const [entry] = (await line(name)).lines
      if (entry === undefined) throw new Error(`${name} has no lines`)
      return entry
    }
    await panel.click(await inMenu('Open in Reprise'))
    const heading = window.page.getByRole('main').getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('Where is the rain gauge?')
    const clipboard = () => window.app.app.evaluate((electron) => electron.clipboard.readText())
    await panel.click(await inMenu('Copy resume command'))
    await expect.poll(clipboard).toContain(`--session ${first}`)
    expect(await clipboard()).toMatch(/^cd '.*café/)
    expect(programs.starts('xdg-terminal-exec')).toEqual([])
    await panel.click(await inMenu('Keep a copy'))
    await expect.poll(() => copies()).toBe(1)
    await panel.click(await inMenu('Restore…'))
    await expect(window.page.getByRole('tab', { name: /^Checkpoints/ })).toHaveAttribute('aria-selected', 'true')

    await panel.click(await line('Pause indexing'))
    await expect(window.status).toContainText('Indexing is paused')
    await window.inEveryLook('indexing-paused')
    piSession(home, second, workspace, { at: '2026-11-25T10:00:00.000Z', prompt: 'And where is the barometer?' })
    await panel.click(await line('Continue indexing'))
    await line('pi: And where is the barometer?')
    await expect(window.status).toContainText('Up to date')

    const ended = new Promise<void>((resolve) => window.app.app.once('close', () => resolve()))
    await panel.click(await line('Quit Reprise'))
    await ended
  })

  const isVisible = () =>
    window.app.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().some((one) => one.isVisible() && one.getTitle() === 'Reprise')
    )
  const copies = async () => {
    const answer = (await window.ask('vault.show', {})) as { value: { copies: unknown[] } }
    return answer.value.copies.length
  }
})

test.describe('a desktop without a tray', () => {
  test.skip(process.platform !== 'linux', 'NOT RUN: other systems always have one')
  test.describe.configure({ timeout: 180_000 })

  test('the settings say so, closing quits, and a panel that comes later gets the icon', async () => {
    test.skip(!hasBusDaemon(), 'NOT RUN: there is no dbus-daemon')
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'reprise-e2e-')))
    piSession(home, first, join(home, 'weather'))
    const bus = await SessionBus.start()
    const window = await ReadyWindow.open({ existing: home, env: { DBUS_SESSION_BUS_ADDRESS: bus.address } })
    await window.page.keyboard.press('Control+,')
    const settings = window.page.getByRole('dialog', { name: 'Settings' })
    await expect(settings).toContainText('This desktop shows no tray, so closing the window quits')
    const panel = await TrayPanel.start(bus.address)
    await expect(settings).toContainText('Closing the window leaves Reprise in the tray')
    await expect.poll(() => panel.items.length).toBe(1)
    panel.stop()
    await expect(settings).toContainText('This desktop shows no tray, so closing the window quits')
    await window.page.keyboard.press('Escape')
    const ended = new Promise<void>((resolve) => window.app.app.once('close', () => resolve()))
    // The page may be gone before it has answered the press.
    const pressed = window.page.getByRole('button', { name: 'Close the window' }).click()
    await Promise.all([ended, pressed.catch(() => undefined)])
    await window.app.close()
    await bus.stop()
  })

  test('a hidden start stays hidden where the window was maximized last, and does not forget that', async () => {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'reprise-e2e-')))
    piSession(home, first, join(home, 'weather'))
    const bounds = join(home, '.reprise-test', 'window.json')
    await (await ReadyWindow.open({ existing: home })).app.close({ keep: true })
    writeFileSync(bounds, JSON.stringify({ x: 60, y: 60, width: 1000, height: 700, maximized: true }))
    const { app } = await ReadyWindow.open({ existing: home, args: ['--hidden'] })
    const isShown = await app.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().some((one) => one.isVisible())
    )
    expect(isShown).toBe(false)
    await app.close({ keep: true })
    expect(JSON.parse(readFileSync(bounds, 'utf8'))).toMatchObject({ width: 1000, height: 700, maximized: true })
    rmSync(home, { recursive: true, force: true, maxRetries: 20 })
  })

  test('a start at login is an entry of the desktop, written and removed by the settings', async () => {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'reprise-e2e-')))
    piSession(home, first, join(home, 'weather'))
    const window = await ReadyWindow.open({ existing: home })
    const entry = join(home, '.config', 'autostart', 'dev.reprise.app.desktop')
    await window.page.keyboard.press('Control+,')
    const settings = window.page.getByRole('dialog', { name: 'Settings' })
    const start = settings.getByRole('switch', { name: 'Start at login' })
    expect(existsSync(entry)).toBe(false)
    await start.click()
    await expect.poll(() => existsSync(entry) && readFileSync(entry, 'utf8')).toMatch(/^Exec=\S+electron .* --hidden$/m)
    await window.inEveryLook('settings-desktop', () => start.scrollIntoViewIfNeeded())
    await expectNoViolations(window.page)
    await start.click()
    await expect.poll(() => existsSync(entry)).toBe(false)
    // Where the entry cannot be written, the settings say so.
    rmSync(join(home, '.config', 'autostart'), { recursive: true })
    writeFileSync(join(home, '.config', 'autostart'), '')
    await start.click()
    await expect(settings).toContainText(`${entry} could not be written`)
    await window.app.close()
  })
})
