import { expect, test } from '@playwright/test'
import { Checkpoints } from './pages/checkpoints'
import { leftAloneHome } from './pages/left-alone-home'
import { expectNoViolations } from './pages/no-violations'
import { RestoreSheet } from './pages/restore-sheet'
import { SessionActions } from './pages/session-actions'
import { TactRows } from './pages/tact-rows'
import { ReadyWindow } from './pages/window'

const failed = '01a227dd-ce8e-75f3-b00c-fcc4c80c8f2c'
const title = 'Run the test suite and tell me what breaks.'
const forked = 'Please add a celsius helper to the forecast script.'

test.describe('sessions of tact are changed in the window', () => {
  // Pictures and checks of accessibility in four looks take their time.
  test.describe.configure({ timeout: 240_000 })
  let window: ReadyWindow
  let points: Checkpoints
  let sheet: RestoreSheet
  let actions: SessionActions
  let rows: TactRows

  test.beforeEach(async () => {
    window = await ReadyWindow.open({ existing: leftAloneHome('tact') })
    points = new Checkpoints(window.page)
    sheet = new RestoreSheet(window.page)
    actions = new SessionActions(window.page)
    rows = new TactRows(window.app.home)
  })
  test.afterEach(async () => {
    expect(window.app.problems).toEqual([])
    await window.app.close()
  })

  test('tact-37 a session is kept, changed, put back and undone by mouse', async () => {
    const whole = rows.all()
    await window.openSession(title, { agent: 'tact' })
    await actions.trigger.click()
    await window.inEveryLook('session-menu')
    await actions.item('Keep a copy…').click()
    await expect(actions.label).toBeFocused()
    await window.inEveryLook('keep-ask')
    await expectNoViolations(window.page)
    await actions.label.fill('before the change')
    await actions.keepSheet.getByRole('button', { name: 'Keep a copy' }).click()
    await expect(actions.keepSheet).toHaveAccessibleName('A copy is kept')
    await window.inEveryLook('keep-done')
    await expectNoViolations(window.page)
    expect(rows.all()).toEqual(whole)

    rows.loseLast(failed, 9)
    const changed = rows.all()
    await actions.keepSheet.getByRole('button', { name: 'Show checkpoints' }).click()
    await expect(points.rows.first()).toContainText('before the change')
    await points.rows.first().click()
    await window.inEveryLook('kept-chosen')
    await expectNoViolations(window.page)
    await points.restore.click()
    await sheet.planned()
    await expect(sheet.steps.first()).toContainText('Rows of this session')
    await expect(sheet.cancel).toBeFocused()
    expect(rows.all()).toEqual(changed)
    await window.inEveryLook('tact-plan')
    await expectNoViolations(window.page)
    await sheet.start.click()
    await expect(sheet.title).toHaveText('1 item restored and checked')
    await window.inEveryLook('tact-result')
    await expectNoViolations(window.page)
    expect(rows.all()).toEqual(whole)

    await sheet.undo.click()
    await sheet.planned()
    await expect(sheet.title).toHaveText(`Undo the restore of “${title}”`)
    await sheet.start.click()
    await expect(sheet.title).toHaveText('1 item undone and checked')
    expect(rows.all()).toEqual(changed)
    await sheet.close.click()
    // What the restore copied first is a point of its own.
    await expect(points.rows.filter({ hasText: 'Before:' })).toHaveCount(1)
  })

  test('the same by keyboard alone', async () => {
    const { page } = window
    const whole = rows.all()
    await page.keyboard.press('/')
    await page.keyboard.type('test suite tact')
    await expect(window.list.rows).toHaveCount(1)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(page.locator(':focus')).toHaveRole('article')
    await actions.command('keep a copy')
    await expect(actions.label).toBeFocused()
    await actions.keep('by keys')
    await expect(actions.keepSheet.getByRole('button', { name: /^Close Esc/ })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.locator(':focus')).toHaveRole('article')
    rows.loseLast(failed, 9)
    const changed = rows.all()
    await page.keyboard.press('Control+2')
    await expect(points.timeline).toBeFocused()
    await expect(points.rows.first()).toContainText('by keys')
    await page.keyboard.press('Home')
    await page.keyboard.press('r')
    await sheet.planned()
    await expect(sheet.cancel).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(sheet.title).toHaveText('1 item restored and checked')
    expect(rows.all()).toEqual(whole)
    await page.keyboard.press('Control+z')
    await sheet.planned()
    await expect(sheet.cancel).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(sheet.title).toHaveText('1 item undone and checked')
    expect(rows.all()).toEqual(changed)
  })

  test('a session that was deleted is brought back from its copy, by keyboard', async () => {
    const { page } = window
    await window.openSession(title, { agent: 'tact' })
    await actions.command('keep a copy')
    await actions.keep('to come back to')
    await page.keyboard.press('Escape')
    const whole = rows.events(failed)
    await actions.choose('Delete…')
    await sheet.planned()
    await expect(sheet.title).toHaveText(`Delete “${title}”`)
    await expect(sheet.cancel).toBeFocused()
    await window.inEveryLook('tact-delete')
    await expectNoViolations(page)
    await sheet.start.click()
    await expect(sheet.title).toHaveText('1 item deleted and checked')
    expect(rows.events(failed)).toBe(0)
    await page.keyboard.press('Escape')
    await sheet.gone()
    await expect(window.page.getByText('This session is gone').first()).toBeVisible()
    await window.inEveryLook('session-lost')
    await expectNoViolations(page)
    await page.keyboard.press('Control+2')
    await expect(points.timeline).toBeFocused()
    await expect(points.rows.filter({ hasText: 'to come back to' })).toHaveCount(1)
    await points.rows.filter({ hasText: 'to come back to' }).click()
    await page.keyboard.press('r')
    await sheet.planned()
    await expect(sheet.steps.first()).toHaveText(/^create/)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(sheet.title).toHaveText('1 item restored and checked')
    expect(rows.events(failed)).toBe(whole)
  })

  test('tact-38 forks below a point are named, nothing is chosen, and a point without a state is view only', async () => {
    const before = rows.all()
    await window.openSession(forked, { agent: 'tact' })
    await window.detail.entries.last().focus()
    await window.page.keyboard.press('Home')
    const first = window.detail.entries.first()
    await expect(first).toContainText('celsius helper')
    await first.hover()
    await first.getByRole('button', { name: 'Actions of this entry' }).click()
    await window.inEveryLook('entry-menu')
    await actions.item('Restore to here…').click()
    await sheet.planned()
    await window.inEveryLook('tact-cut')
    await expectNoViolations(window.page)
    await expect(sheet.start).toBeDisabled()
    await expect(sheet.dialog).toContainText('View only')
    expect(rows.all()).toEqual(before)
  })
})
