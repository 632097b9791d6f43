import { expect, type Locator, test } from '@playwright/test'
import { makeBulky } from '../support/bulky-session'
import { CommandProcess, runCommand } from '../support/held-writer'
import { Checkpoints } from './pages/checkpoints'
import { GesturaFiles } from './pages/gestura-files'
import { leftAloneHome } from './pages/left-alone-home'
import { expectNoViolations } from './pages/no-violations'
import { RestoreSheet } from './pages/restore-sheet'
import { ReadyWindow } from './pages/window'

const celsius = 'fa767501-1b54-466b-9c6b-0727a648a8cc'
const afterFirstTurn = 'f4306909-c8f2-4e45-abfa-993354203996'

test.describe('a window beside a command that writes', () => {
  test.skip(process.platform !== 'linux', 'stops processes by signals of Linux')
  let window: ReadyWindow
  let files: GesturaFiles
  let command: CommandProcess
  let bar: Locator
  let question: Locator

  test.beforeEach(async () => {
    const home = leftAloneHome('gestura')
    files = new GesturaFiles(home, celsius)
    makeBulky(files.session, 12_000_000)
    window = await ReadyWindow.open({ existing: home })
    bar = window.page.getByRole('status', { name: 'Who is writing' })
    question = window.page.getByRole('dialog', { name: /^Take over writing from|nothing to take over|Not taken over/ })
    const { own } = window.app
    const plan = await runCommand<{ planId: string; digest: string }>(home, own, [
      'plan',
      `gestura:${celsius}`,
      afterFirstTurn
    ])
    command = new CommandProcess(home, own, ['apply', plan.planId, '--digest', plan.digest])
    await command.stopWhenItHolds(own)
  })
  test.afterEach(async () => {
    command.child.kill('SIGKILL')
    expect(window.app.problems).toEqual([])
    await window.app.close()
  })

  test('reads only, says who writes, and takes over after a question; the command lands nothing more', async () => {
    const before = files.bytes()
    await expect(bar).toContainText(`Another Reprise (${command.name}) is writing`)
    await window.app.screenshot('lease-bar')

    await bar.getByRole('button', { name: 'Take over writing…' }).click()
    await expect(question).toContainText(command.name)
    await expect(question).toContainText('Its running write stops at its next step')
    await expect(question.getByRole('button', { name: /^Cancel/ })).toBeFocused()
    await window.app.screenshot('lease-question')
    await window.page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(bar).toBeVisible()
    expect(files.bytes()).toEqual(before)

    await bar.getByRole('button', { name: 'Take over writing…' }).click()
    await question.getByRole('button', { name: 'Take over writing' }).click()
    await expect(question).toHaveCount(0)
    await expect(bar).toHaveCount(0)
    const settled = files.bytes()
    command.child.kill('SIGCONT')
    const { code, out } = await command.ended
    expect(code).toBe(3)
    expect(JSON.parse(out)).toMatchObject({ error: { code: 'lease.held' } })
    expect(files.bytes()).toEqual(settled)
    expect(settled).toEqual(before)
  })

  test('tells of it in the restore sheet, and restores after the takeover', async () => {
    const points = new Checkpoints(window.page)
    const sheet = new RestoreSheet(window.page)
    await window.openSession('Please add a celsius helper', { agent: 'gestura' })
    await points.open()
    await points.choose(afterFirstTurn)
    await points.restore.click()
    await sheet.planned()
    await sheet.start.click()
    await expect(sheet.title).toHaveText('Nothing was changed')
    await expect(sheet.dialog).toContainText(`Another Reprise (${command.name}) is writing right now.`)
    await sheet.dialog.getByRole('button', { name: 'Take over writing…' }).click()
    await question.getByRole('button', { name: 'Take over writing' }).click()
    await expect(question).toHaveCount(0)
    await sheet.newPlan.click()
    await sheet.planned()
    await sheet.start.click()
    await expect(sheet.title).toHaveText(/restored and checked$/)
    const restored = files.bytes()
    command.child.kill('SIGCONT')
    expect((await command.ended).code).toBe(3)
    expect(files.bytes()).toEqual(restored)
    expect(files.messages()).toEqual(files.messagesIn(afterFirstTurn))
  })

  test('follows one that ends by itself, also while the question is open', async () => {
    await bar.getByRole('button', { name: 'Take over writing…' }).click()
    await expect(question).toContainText(command.name)
    command.child.kill('SIGCONT')
    expect((await command.ended).code).toBe(0)
    await expect(question).toContainText('There is nothing to take over any more')
    await expect(question.getByRole('button', { name: 'Take over writing' })).toHaveCount(0)
    await question.getByRole('button', { name: /^Close Esc/ }).click()
    await expect(bar).toHaveCount(0)
    expect(files.messages()).toEqual(files.messagesIn(afterFirstTurn))
  })

  // Apart from the others, since it takes longer than a holder that was stopped keeps the lease.
  test('can be read and answered by everybody', async () => {
    await expect(bar).toBeVisible()
    await bar.getByRole('button', { name: 'Take over writing…' }).click()
    await expect(question).toContainText(command.name)
    await expectNoViolations(window.page)
  })

  test('follows one that dies', async () => {
    await expect(bar).toBeVisible()
    command.child.kill('SIGKILL')
    await expect(bar).toHaveCount(0, { timeout: 5_000 })
  })
})
