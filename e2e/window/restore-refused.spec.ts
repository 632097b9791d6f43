import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { childProcesses } from '../support/child-processes'
import { Checkpoints } from './pages/checkpoints'
import { GesturaFiles } from './pages/gestura-files'
import { leftAloneHome } from './pages/left-alone-home'
import { expectNoViolations } from './pages/no-violations'
import { RestoreSheet } from './pages/restore-sheet'
import { ReadyWindow } from './pages/window'

const celsius = 'fa767501-1b54-466b-9c6b-0727a648a8cc'
const afterFirstTurn = 'f4306909-c8f2-4e45-abfa-993354203996'

/** Takes Reprise's own lease in the name of this test's process, as another Reprise would. */
function takeLease(own: string, epoch: number): void {
  const now = Date.now()
  const holder = { id: `${hostname()}:${process.pid}:test`, host: hostname(), pid: process.pid, started: null }
  mkdirSync(join(own, 'lease'), { recursive: true, mode: 0o700 })
  const state = { epoch, holder, takenAt: now, refreshedAt: now, released: false }
  writeFileSync(join(own, 'lease', `epoch-${epoch}.json`), JSON.stringify(state), { mode: 0o600 })
}

/** Makes every stored plan one of more than an hour ago. */
function agePlans(own: string): void {
  for (const id of readdirSync(join(own, 'plans'))) {
    const path = join(own, 'plans', id, 'plan.json')
    const stored = JSON.parse(readFileSync(path, 'utf8'))
    stored.plan.expiresAt = Date.now() - 1000
    writeFileSync(path, JSON.stringify(stored))
  }
}

function serviceOf({ app }: ReadyWindow): number {
  const below = childProcesses(app.app.process().pid ?? 0)
  const service = below.find(({ command }) => command.includes('out/service/entry'))
  if (!service) throw new Error('There is no service process.')
  return service.pid
}

test.describe('a restore that is refused', () => {
  let window: ReadyWindow
  let points: Checkpoints
  let sheet: RestoreSheet
  let files: GesturaFiles

  test.beforeEach(async () => {
    window = await ReadyWindow.open({ existing: leftAloneHome('gestura') })
    points = new Checkpoints(window.page)
    sheet = new RestoreSheet(window.page)
    files = new GesturaFiles(window.app.home, celsius)
    await window.openSession('Please add a celsius helper', { agent: 'gestura' })
    await points.open()
    await points.choose(afterFirstTurn)
  })
  test.afterEach(async () => {
    expect(window.app.problems).toEqual([])
    await window.app.close()
  })

  test('names who is writing right now, changes nothing, and offers a new plan', async () => {
    const before = files.bytes()
    await points.restore.click()
    await sheet.planned()
    takeLease(window.app.own, 7)
    await sheet.start.click()
    // While it waits, Escape does not leave it alone, and the plan can still be read.
    await expect(sheet.dialog.getByText('Nothing has been changed yet.')).toBeVisible()
    await window.page.keyboard.press('Escape')
    await expect(sheet.steps).toHaveCount(2)
    await expect(sheet.title).toHaveText('Nothing was changed')
    await expect(sheet.dialog).toContainText(`Another Reprise (${hostname()}:${process.pid}) is writing right now.`)
    await expect(sheet.newPlan).toBeVisible()
    expect(files.bytes()).toEqual(before)
    await window.inBothThemes(() => expectNoViolations(window.page))
  })

  test('says that a plan is older than an hour, changes nothing, and makes a new one', async () => {
    const before = files.bytes()
    await points.restore.click()
    await sheet.planned()
    agePlans(window.app.own)
    await sheet.start.click()
    await expect(sheet.title).toHaveText('Nothing was changed')
    await expect(sheet.dialog).toContainText('This plan is older than an hour.')
    expect(files.bytes()).toEqual(before)
    await sheet.newPlan.click()
    await sheet.planned()
    await expect(sheet.steps).toHaveCount(2)
    await sheet.start.click()
    await expect(sheet.undo).toBeVisible()
  })

  test('can be cancelled while it waits', async () => {
    const before = files.bytes()
    await points.restore.click()
    await sheet.planned()
    takeLease(window.app.own, 7)
    await sheet.start.click()
    await sheet.cancel.click()
    await expect(sheet.title).toHaveText('Nothing was changed')
    await expect(sheet.said()).toContainText('Cancelled')
    expect(files.bytes()).toEqual(before)
  })

  test('gets no plan from a checkpoint that has become invalid, and says what is the case', async () => {
    const path = join(window.app.home, '.gestura', 'checkpoints', `${afterFirstTurn}.json`)
    const text = readFileSync(path, 'utf8')
    // The window would see the change and take the button away: the service hears of it only together with the click.
    const service = serviceOf(window)
    process.kill(service, 'SIGSTOP')
    writeFileSync(path, text.replace('"schema_version": 1', '"schema_version": 2'))
    await points.restore.click()
    process.kill(service, 'SIGCONT')
    await expect(sheet.title).toHaveText('There is no plan for this')
    await expect(sheet.dialog).toContainText('gestura would not restore this checkpoint, and neither does Reprise')
    await expect(sheet.close).toBeFocused()
    await expect(sheet.newPlan).toHaveCount(0)
    await window.page.keyboard.press('Escape')
    await sheet.gone()
  })

  test('keys of the window do nothing behind its sheet', async () => {
    await points.restore.click()
    await sheet.planned()
    for (const key of ['Control+1', 'Control+k', 'F6', 'r', 'j', '?']) await window.page.keyboard.press(key)
    await expect(window.page.getByRole('dialog')).toHaveCount(1)
    await expect(sheet.start).toBeVisible()
    await window.page.keyboard.press('Escape')
    await expect(points.restore).toBeFocused()
  })

  test('leads to the operations when the service ends in the middle', async () => {
    const before = files.bytes()
    await points.restore.click()
    await sheet.planned()
    takeLease(window.app.own, 7)
    await sheet.start.click()
    await expect(sheet.dialog.getByText('Nothing has been changed yet.')).toBeVisible()
    process.kill(serviceOf(window), 'SIGKILL')
    await expect(sheet.title).toHaveText('This did not end as planned')
    await sheet.dialog.getByRole('button', { name: 'Show operations' }).click()
    await sheet.gone()
    await expect(window.page.getByRole('heading', { level: 1, name: 'Operations' })).toBeVisible()
    expect(files.bytes()).toEqual(before)
  })
})
