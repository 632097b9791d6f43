import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { Checkpoints } from './pages/checkpoints'
import { leftAloneHome } from './pages/left-alone-home'
import { expectNoViolations } from './pages/no-violations'
import { RestoreSheet } from './pages/restore-sheet'
import { ReadyWindow } from './pages/window'

const celsius = 'Please add a celsius helper'
const afterFirstTurn = 'f4306909-c8f2-4e45-abfa-993354203996'

test.describe('checkpoints made, opened and deleted in the window', () => {
  // Pictures and checks of accessibility in four looks take their time.
  test.describe.configure({ timeout: 240_000 })
  let window: ReadyWindow
  let points: Checkpoints
  let sheet: RestoreSheet

  test.beforeEach(async () => {
    window = await ReadyWindow.open({ existing: leftAloneHome('gestura') })
    points = new Checkpoints(window.page)
    sheet = new RestoreSheet(window.page)
    await window.openSession(celsius, { agent: 'gestura' })
    await points.open()
  })
  test.afterEach(async () => {
    expect(window.app.problems).toEqual([])
    await window.app.close()
  })

  const folder = () => join(window.app.home, '.gestura', 'checkpoints')
  const files = () =>
    Object.fromEntries(readdirSync(folder()).map((name) => [name, readFileSync(join(folder(), name), 'base64')]))

  test('gestura-1 one is made with a label through plan and review, shows first, and is taken back', async () => {
    const before = files()
    await points.create.click()
    await expect(points.label).toBeFocused()
    await window.inEveryLook('checkpoint-label')
    await points.label.fill('before the big change')
    await window.page.keyboard.press('Enter')
    await sheet.planned()
    await expect(sheet.title).toHaveText('Create the checkpoint “before the big change”')
    expect(files()).toEqual(before)
    await window.inEveryLook('checkpoint-plan', () => expectNoViolations(window.page))
    await sheet.start.click()
    await expect(sheet.title).toHaveText(/^\d+ items? created( or removed)? and checked$/)
    await sheet.close.click()
    await expect(points.rows.first()).toContainText('before the big change')
    await expect(points.rows.first()).toContainText('9 messages, 5 tasks')
    await expect(points.rows).toHaveCount(6)

    await window.page.getByRole('button', { name: 'Operations' }).first().click()
    await window.page.getByRole('button', { name: 'Undo…' }).first().click()
    await sheet.planned()
    await sheet.start.click()
    await expect(sheet.title).toHaveText(/undone and checked$/)
    expect(files()).toEqual(before)
  })

  test('one is opened to look at: its transcript and its tasks under a banner, and nothing is written', async () => {
    const before = files()
    await points.choose(afterFirstTurn)
    await points.look.click()
    await expect(points.back).toBeFocused()
    await expect(points.panel.getByRole('status').filter({ hasText: 'To look at only' })).toContainText(
      'after the first turn'
    )
    const entries = points.panel.getByRole('feed').getByRole('article')
    await expect(entries.first()).toBeVisible()
    await window.inEveryLook('checkpoint-opened', () => expectNoViolations(window.page))
    await expect(points.panel).not.toContainText('before:file')
    await points.panel.getByRole('radio', { name: 'Tasks 5' }).click()
    await expect(points.panel.getByRole('heading', { name: 'Tasks in this checkpoint' })).toBeVisible()
    await expect(points.panel.getByText('in the checkpoint')).toBeVisible()
    await points.back.click()
    await expect(points.rows).toHaveCount(5)
    await expect(points.panel.getByRole('heading', { level: 2 }).first()).toHaveText('after the first turn')
    expect(files()).toEqual(before)
    // The place in the session itself is not the one in the checkpoint.
    await window.detail.tab('Transcript').click()
    await expect(window.detail.entries.last()).toBeVisible()
  })

  test('one is deleted through plan and review, and comes back with Undo', async () => {
    const before = files()
    await points.choose(afterFirstTurn)
    await window.inEveryLook('checkpoint-chosen', () => expectNoViolations(window.page))
    await points.remove.click()
    await sheet.planned()
    await expect(sheet.title).toHaveText('Delete the checkpoint “after the first turn”')
    await expect(sheet.start).toHaveText('Delete 1 item')
    await expect(sheet.cancel).toBeFocused()
    await window.inEveryLook('checkpoint-delete', () => expectNoViolations(window.page))
    await sheet.start.click()
    await expect(sheet.title).toHaveText('1 item deleted and checked')
    expect(readdirSync(folder())).not.toContain(`${afterFirstTurn}.json`)
    await sheet.undo.click()
    await sheet.planned()
    await sheet.start.click()
    await expect(sheet.title).toHaveText('1 item undone and checked')
    await sheet.close.click()
    expect(files()).toEqual(before)
    await expect(points.rows).toHaveCount(5)
  })
})

test('an agent without checkpoints of its own kind to make offers none', async () => {
  const window = await ReadyWindow.open({ existing: leftAloneHome('tact') })
  const points = new Checkpoints(window.page)
  await window.list.rows.first().click()
  await window.page.getByRole('tab', { name: /^Checkpoints/ }).click()
  await expect(points.panel).toBeVisible()
  await window.page.waitForTimeout(500)
  await expect(points.create).toHaveCount(0)
  await expect(points.remove).toHaveCount(0)
  await window.app.close()
})
