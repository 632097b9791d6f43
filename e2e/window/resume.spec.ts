import { appendFileSync, mkdtempSync, realpathSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { FakePrograms, piSession } from '../../src/main/service/resume/testing/fake-programs'
import { expectNoViolations } from './pages/no-violations'
import { ResumeParts } from './pages/resume-parts'
import { ReadyWindow } from './pages/window'

const id = '01a22751-0000-7000-8000-000000000001'
const title = 'Where is the rain gauge?'
const turn = { type: 'message', id: 'aaaaaaa2', parentId: 'aaaaaaa1', timestamp: '2026-11-20T11:00:00.000Z' }
const added = `${JSON.stringify({ ...turn, message: { role: 'user', content: 'And now?' } })}\n`

test.describe('a session is resumed from the window', () => {
  test.skip(process.platform === 'win32', 'the programs of this test are scripts of Unix')
  // Pictures and checks of accessibility in four looks take their time.
  test.describe.configure({ timeout: 180_000 })
  let home: string
  let workspace: string
  let path: string
  let programs: FakePrograms
  let window: ReadyWindow
  let parts: ResumeParts

  test.beforeEach(async () => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'reprise-e2e-')))
    workspace = join(home, "My Projects/café & 'app' $x")
    programs = new FakePrograms(home)
    path = piSession(home, id, workspace)
  })
  test.afterEach(async () => {
    expect(window.app.problems).toEqual([])
    await window.app.close()
  })

  async function open(): Promise<void> {
    window = await ReadyWindow.open({ existing: home, env: { PATH: '/usr/bin:/bin', SHELL: programs.loginShell() } })
    parts = new ResumeParts(window.page)
    await window.openSession(title, { agent: 'pi' })
  }

  test('B11 B12 one click starts the agent in the terminal, and the window tells which session went on', async () => {
    programs.agent('pi', '0.73.1')
    programs.terminal('xdg-terminal-exec', null)
    await open()
    // Nothing was run or looked up before somebody asked.
    expect([programs.starts('pi'), programs.starts('login-shell')]).toEqual([[], []])
    await window.inEveryLook('resume-button')
    await parts.button.click()
    await expect(parts.news).toContainText('pi was started in Desktop default (xdg-terminal-exec)')
    await expect.poll(() => programs.starts('pi').map(({ argv }) => argv)).toEqual([['--version'], ['--session', id]])
    const started = programs.starts('pi')[1]
    expect(started?.cwd).toBe(workspace)
    expect(Object.keys(started?.env ?? {}).filter((name) => /^(REPRISE|ELECTRON|NODE_CHANNEL)/.test(name))).toEqual([])
    expect(programs.starts('xdg-terminal-exec')).toHaveLength(1)
    await window.inEveryLook('resume-started')
    await expectNoViolations(window.page)
    appendFileSync(path, added)
    await expect(parts.news).toContainText('pi went on in this session')
    await parts.news.getByRole('button', { name: 'Dismiss' }).click()
    await expect(parts.news).toHaveCount(0)
  })

  test('B12 a turn that went to a new session is told, and opened by a click', async () => {
    programs.agent('pi', '0.73.1')
    programs.terminal('x-terminal-emulator', '-e')
    await open()
    await window.page.keyboard.press('Control+r')
    await expect(parts.news).toContainText('pi was started')
    const next = '01a22751-0000-7000-8000-000000000002'
    piSession(home, next, workspace, { parentSession: path, at: '2026-11-20T12:00:00.000Z', prompt: 'A second gauge?' })
    await expect(parts.news).toContainText('went on as a new session')
    await window.inEveryLook('resume-moved')
    await parts.news.getByRole('button', { name: 'Open the new session' }).click()
    await expect(window.page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('A second gauge?')
  })

  test('B10 says beforehand, by keyboard alone, why it does not work, and takes the answer back when it does', async () => {
    programs.terminal('kitty', workspace)
    await open()
    await parts.button.focus()
    await window.page.keyboard.press('Enter')
    await expect(parts.sheet).toHaveAccessibleName('This session cannot be resumed')
    await expect(parts.sheet).toContainText('There is no pi on the PATH of the login shell.')
    await expect(parts.sheet.getByRole('button', { name: 'Choose the program of pi…' })).toBeVisible()
    await expect(parts.sheet.getByRole('button', { name: /^Resume/ })).toHaveCount(0)
    await window.inEveryLook('resume-refused')
    await expectNoViolations(window.page)
    // What cannot be the agent's program is not taken for it.
    await window.app.app.evaluate(({ dialog }) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: ['/bin/sh'] })
    })
    await parts.sheet.getByRole('button', { name: 'Choose the program of pi…' }).click()
    await expect(parts.sheet.getByRole('alert')).toContainText('/bin/sh does not look like the program of pi')
    await window.page.keyboard.press('Escape')
    await expect(parts.button).toBeFocused()
    expect(programs.starts('kitty')).toEqual([])

    // A release of before those that are known: not certain, so that the person decides.
    programs.agent('pi', '0.70.0')
    renameSync(join(programs.folder, 'pi'), join(programs.folder, 'other-pi'))
    await parts.button.click()
    await window.app.app.evaluate(
      ({ dialog }, path) => {
        dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] })
      },
      join(programs.folder, 'other-pi')
    )
    await parts.sheet.getByRole('button', { name: 'Choose the program of pi…' }).click()
    await expect(parts.sheet).toHaveAccessibleName('Whether this session can be resumed is not certain')
    await expect(parts.sheet).toContainText('pi 0.70.0 is older than the releases that are known to take --session.')
    await window.inEveryLook('resume-uncertain')
    await expectNoViolations(window.page)
    await parts.sheet.getByRole('button', { name: 'Resume anyway' }).click()
    await expect(parts.news).toContainText('pi was started in kitty')
    await expect.poll(() => programs.starts('pi').length).toBe(2)
    await expect(parts.sheet).toHaveCount(0)
  })

  test('the menu says how it will go, offers every terminal that was found, and copies the command', async () => {
    programs.agent('pi', '0.73.1')
    programs.terminal('x-terminal-emulator', '-e')
    programs.terminal('konsole', '-e')
    programs.terminal('kitty', workspace)
    await open()
    await parts.more.click()
    await expect(parts.item('Works with pi 0.73.1')).toBeVisible()
    await expect(parts.item('Desktop default (x-terminal-emulator) (usual)')).toBeVisible()
    await window.inEveryLook('resume-menu')
    await expectNoViolations(window.page)
    await parts.item('sh, bash, zsh').click()
    const copied = await window.app.app.evaluate(({ clipboard }) => clipboard.readText())
    expect(copied).toBe(`cd '${workspace.replaceAll("'", "'\\''")}' && pi --session ${id}`)
    await parts.more.click()
    await parts.item('Konsole').click()
    await expect(parts.news).toContainText('pi was started in Konsole')
    await expect.poll(() => programs.starts('konsole').length).toBe(1)
    await parts.more.click()
    await parts.item('Works with pi 0.73.1').click()
    await expect(parts.sheet).toHaveAccessibleName('This session can be resumed')
    await window.inEveryLook('resume-check')
    await expectNoViolations(window.page)
    await window.page.keyboard.press('Escape')
  })

  test('the settings take the terminal, and the palette has the command', async () => {
    programs.agent('pi', '0.73.1')
    programs.terminal('konsole', '-e')
    programs.terminal('kitty', workspace)
    await open()
    await window.page.keyboard.press('Control+,')
    const settings = window.page.getByRole('dialog', { name: 'Settings' })
    await settings.getByRole('combobox', { name: 'Terminal' }).click()
    await window.page.getByRole('option', { name: 'kitty' }).click()
    await expect(settings.getByRole('combobox', { name: 'Terminal' })).toHaveText('kitty')
    await window.inEveryLook('settings-terminal')
    await expectNoViolations(window.page)
    await window.page.keyboard.press('Escape')
    await window.page.keyboard.press('Control+k')
    await window.page.keyboard.type('>resume this')
    await window.page.getByRole('option', { name: /Resume this session in a terminal/ }).waitFor()
    await window.page.keyboard.press('Enter')
    await expect(parts.news).toContainText('pi was started in kitty')
    await expect.poll(() => programs.starts('pi').length).toBe(2)
  })
})
