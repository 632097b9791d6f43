import { appendFileSync, utimesSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { Checkpoints } from './pages/checkpoints'
import { GesturaFiles } from './pages/gestura-files'
import { leftAloneHome } from './pages/left-alone-home'
import { expectNoViolations } from './pages/no-violations'
import { RestoreSheet } from './pages/restore-sheet'
import { ReadyWindow } from './pages/window'

const celsius = 'fa767501-1b54-466b-9c6b-0727a648a8cc'
const afterFirstTurn = 'f4306909-c8f2-4e45-abfa-993354203996'
const withoutTasks = '07ac196d-04a4-439f-a0c2-f9ab04fe799e'
const deleted = '252ffa3a-4400-4c93-951e-ccad1a0faae0'

test.describe('a restore in the window', () => {
  let window: ReadyWindow
  let points: Checkpoints
  let sheet: RestoreSheet
  let files: GesturaFiles

  test.beforeEach(async () => {
    window = await ReadyWindow.open({ existing: leftAloneHome('gestura') })
    points = new Checkpoints(window.page)
    sheet = new RestoreSheet(window.page)
    files = new GesturaFiles(window.app.home, celsius)
  })
  test.afterEach(async () => {
    expect(window.app.problems).toEqual([])
    await window.app.close()
  })

  async function planFor(checkpoint: string): Promise<void> {
    await window.openSession('Please add a celsius helper', { agent: 'gestura' })
    await points.open()
    await points.choose(checkpoint)
    await points.restore.click()
    await sheet.planned()
  }

  test('puts a session back to a checkpoint by mouse, and undoes it byte for byte', async () => {
    const before = files.bytes()
    await planFor(afterFirstTurn)
    await expect(sheet.title).toHaveText('Restore “Please add a celsius helper to the forecast script.”')
    await expect(sheet.steps).toHaveCount(2)
    await expect(sheet.steps.first()).toContainText(`${celsius}.json`)
    await expect(sheet.dialog.getByRole('radiogroup')).toHaveCount(0)
    await expect(sheet.start).toHaveText('Restore 2 items')
    // Nothing is written before its own button is pressed.
    expect(files.bytes()).toEqual(before)

    await sheet.start.click()
    await expect(sheet.title).toHaveText('2 items restored and checked')
    await expect(sheet.said()).toHaveText('Restored and checked. Undo is possible.')
    await expect(sheet.results).toHaveText([/^replaced.*matches/, /^replaced.*matches/])
    expect(files.bytes().session).not.toBe(before.session)
    expect(files.messages()).toEqual(files.messagesIn(afterFirstTurn))

    await sheet.undo.click()
    await sheet.planned()
    await expect(sheet.title).toHaveText('Undo the restore of “Please add a celsius helper to the forecast script.”')
    await sheet.start.click()
    await expect(sheet.title).toHaveText('2 items undone and checked')
    expect(files.bytes()).toEqual(before)
    await sheet.close.click()
    await sheet.gone()
    await expect(points.restore).toBeFocused()
  })

  test('is done and undone wholly by keyboard', async () => {
    const { page } = window
    const before = files.bytes()
    const press = (...keys: string[]) =>
      keys.reduce((last, key) => last.then(() => page.keyboard.press(key)), Promise.resolve())
    await press('/')
    await page.keyboard.type('celsius gestura')
    await expect(window.list.rows).toHaveCount(1)
    await press('Enter', 'Enter')
    await expect(window.detail.title).toHaveText('Please add a celsius helper to the forecast script.')
    await expect(page.locator(':focus')).toHaveRole('article')
    await press('Control+2')
    await expect(points.timeline).toBeFocused()
    await points.rows.first().waitFor()
    await press('}', '{', '{')
    await expect(points.rows.nth(2)).toHaveAttribute('aria-selected', 'true')
    await press('r')
    await sheet.planned()
    await expect(sheet.cancel).toBeFocused()
    await press('Tab')
    await expect(sheet.start).toBeFocused()
    await press('Enter')
    await expect(sheet.title).toHaveText('2 items restored and checked')
    await expect(sheet.close).toBeFocused()
    expect(files.messages()).toEqual(files.messagesIn(afterFirstTurn))

    await press('Control+z')
    await sheet.planned()
    await expect(sheet.cancel).toBeFocused()
    await press('Tab', 'Enter')
    await expect(sheet.title).toHaveText('2 items undone and checked')
    expect(files.bytes()).toEqual(before)
    await press('Escape')
    await sheet.gone()
    await expect(points.timeline).toBeFocused()
  })

  test('closes with Escape, and Enter starts nothing but from its own button', async () => {
    const before = files.bytes()
    await planFor(withoutTasks)
    const kept = sheet.decision(/task list in this checkpoint is empty/).getByRole('radio', { name: /^Keep the tasks/ })
    await expect(kept).toBeFocused()
    await window.page.keyboard.press('Enter')
    await expect(sheet.start).toBeVisible()
    await window.page.keyboard.press('Control+Enter')
    await expect(sheet.start).toBeVisible()
    await window.page.keyboard.press('Escape')
    await sheet.gone()
    await expect(points.restore).toBeFocused()
    expect(files.bytes()).toEqual(before)
  })

  test('asks before it empties a task list, keeps it unless told, and the number follows the choice', async () => {
    const before = files.bytes()
    await planFor(withoutTasks)
    const decision = sheet.decision(/The session has 5 tasks now/)
    await expect(decision.getByRole('radio', { name: /^Keep the tasks/ })).toBeChecked()
    await expect(sheet.start).toHaveText('Restore 1 item')
    await window.page.keyboard.press('ArrowDown')
    await expect(decision.getByRole('radio', { name: /^Empty the list/ })).toBeChecked()
    await expect(sheet.start).toHaveText('Restore 2 items')
    await window.page.keyboard.press('ArrowUp')
    await expect(sheet.start).toHaveText('Restore 1 item')
    await sheet.start.click()
    await expect(sheet.title).toHaveText('1 item restored and checked')
    await expect(sheet.results).toHaveText([/^replaced/, /^kept.*as it was, by choice/])
    expect(files.bytes().tasks).toBe(before.tasks)
    expect(files.messages()).toEqual(files.messagesIn(withoutTasks))
  })

  test('keeps a session that the agent touched seconds ago, and says why the button is off', async () => {
    const now = Date.now() / 1000
    utimesSync(files.session, now, now)
    await planFor(afterFirstTurn)
    const decision = sheet.decision(/seconds ago and may still have it open/)
    await expect(decision.getByRole('radio', { name: /^Keep the session/ })).toBeFocused()
    await expect(sheet.start).toHaveText('Restore 0 items')
    await expect(sheet.start).toBeDisabled()
    await expect(sheet.dialog.getByText('With these choices nothing would be changed.')).toBeVisible()
    await decision.getByRole('radio', { name: /^Put it back anyway/ }).click()
    await expect(sheet.start).toHaveText('Restore 2 items')
    await expect(sheet.start).toBeEnabled()
  })

  test('refuses when the session changed after the plan was made, and offers a new plan', async () => {
    await planFor(afterFirstTurn)
    appendFileSync(files.session, '\n')
    utimesSync(files.session, 1_750_000_000, 1_750_000_000)
    const changed = files.bytes()
    await sheet.start.click()
    await expect(sheet.title).toHaveText('Nothing was changed')
    await expect(sheet.dialog).toContainText('has changed since the plan was made')
    await expect(sheet.close).toBeFocused()
    expect(files.bytes()).toEqual(changed)
    await sheet.newPlan.click()
    await sheet.planned()
    await expect(sheet.cancel).toBeFocused()
    await sheet.start.click()
    await expect(sheet.title).toHaveText('2 items restored and checked')
    expect(files.messages()).toEqual(files.messagesIn(afterFirstTurn))
  })

  test('creates a deleted session again from its checkpoint, and its undo takes it away', async () => {
    const gone = new GesturaFiles(window.app.home, deleted)
    const before = gone.bytes()
    expect(before.session).toBeNull()
    await window.list.filter.fill('deleted')
    await window.list.rows.first().click()
    await points.open()
    await points.restore.click()
    await sheet.planned()
    await expect(sheet.steps.first()).toHaveText(/^create/)
    await sheet.start.click()
    await expect(sheet.title).toHaveText(/restored and checked$/)
    await expect(sheet.results.first()).toHaveText(/^created/)
    expect(gone.messages().length).toBeGreaterThan(0)
    await sheet.undo.click()
    await sheet.planned()
    await expect(sheet.steps.first()).toHaveText(/^set aside/)
    await sheet.start.click()
    await expect(sheet.title).toHaveText(/undone and checked$/)
    expect(gone.bytes()).toEqual(before)
  })

  test('fills a small window, with its footer in view and the safety facts under the table', async () => {
    await window.resize(900, 600)
    await planFor(withoutTasks)
    expect(await sheet.dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 900, height: 600 })
    await expect(sheet.start).toBeInViewport({ ratio: 1 })
    const table = await sheet.dialog.getByRole('table', { name: 'Items of this plan' }).boundingBox()
    const aside = await sheet.dialog.getByRole('complementary').boundingBox()
    expect(aside?.y).toBeGreaterThanOrEqual((table?.y ?? 0) + (table?.height ?? 0))
    expect(aside?.width).toBeGreaterThan(800)
  })

  test('is clean for assistive technology in both themes: plan with a decision, and result', async () => {
    test.setTimeout(120_000)
    await planFor(withoutTasks)
    await clean()
    await sheet.start.click()
    await expect(sheet.title).toHaveText('1 item restored and checked')
    await clean()
  })

  async function clean(): Promise<void> {
    await window.inBothThemes(() => expectNoViolations(window.page))
  }
})
