import { writeFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { Checkpoints } from './pages/checkpoints'
import { GesturaFiles } from './pages/gestura-files'
import { leaveAlone, leftAloneHome } from './pages/left-alone-home'
import { expectNoViolations } from './pages/no-violations'
import { Operations } from './pages/operations'
import { RestoreSheet } from './pages/restore-sheet'
import { ReadyWindow } from './pages/window'

const celsius = 'fa767501-1b54-466b-9c6b-0727a648a8cc'
const afterFirstTurn = 'f4306909-c8f2-4e45-abfa-993354203996'
const title = 'Please add a celsius helper to the forecast script.'

async function restore(window: ReadyWindow): Promise<void> {
  const points = new Checkpoints(window.page)
  const sheet = new RestoreSheet(window.page)
  await window.openSession('Please add a celsius helper', { agent: 'gestura' })
  await points.open()
  await points.choose(afterFirstTurn)
  await points.restore.click()
  await sheet.start.click()
  await sheet.close.click()
  await sheet.gone()
}

test.describe('the operations page', () => {
  let window: ReadyWindow

  test.beforeEach(async () => {
    window = await ReadyWindow.open({ existing: leftAloneHome('gestura') })
  })
  test.afterEach(async () => {
    expect(window.app.problems).toEqual([])
    await window.app.close()
  })

  test('says that nothing was changed yet, and where changes will be', async () => {
    const operations = new Operations(window.page)
    await operations.open()
    await expect(window.page.getByText('Reprise has not changed anything yet')).toBeVisible()
    await expect(operations.cards).toHaveCount(0)
  })

  test('undoes a restore after a restart of the app, byte for byte', async () => {
    const { home } = window.app
    const files = new GesturaFiles(home, celsius)
    const before = files.bytes()
    await restore(window)
    expect(files.bytes().session).not.toBe(before.session)
    await window.app.close({ keep: true })

    window = await ReadyWindow.open({ existing: home })
    const operations = new Operations(window.page)
    const sheet = new RestoreSheet(window.page)
    await operations.open()
    await expect(operations.cards).toHaveCount(1)
    const card = operations.cards.first()
    await expect(card).toContainText(title)
    await expect(card).toContainText('Restored and checked')
    await card.getByRole('button', { name: '2 items' }).click()
    await expect(card.getByText('replaced')).toHaveCount(2)
    await expect(card).toContainText(`${celsius}.json`)

    await card.getByRole('button', { name: 'Undo…' }).click()
    await sheet.planned()
    await expect(sheet.title).toHaveText(`Undo the restore of “${title}”`)
    await expect(sheet.cancel).toBeFocused()
    await sheet.start.click()
    await expect(sheet.title).toHaveText('2 items undone and checked')
    expect(files.bytes()).toEqual(before)
    await sheet.close.click()
    await sheet.gone()

    // The button that opened the sheet is gone; the focus is still in the page.
    await expect(window.page.locator('main :focus')).toHaveCount(1)
    await expect(operations.cards).toHaveCount(2)
    await expect(operations.cards.nth(0)).toContainText('Undone and checked')
    await expect(operations.cards.nth(1)).toContainText('Restored, and taken back later')
    await expect(operations.cards.nth(1).getByRole('button', { name: 'Undo…' })).toHaveCount(0)
    await expect(operations.cards.nth(1)).toContainText('It has been undone;')

    await window.inBothThemes(() => expectNoViolations(window.page))
  })

  test('tells by agent, kind and state after a restart, takes an undo back, and keeps copies by label', async () => {
    test.setTimeout(240_000)
    const { home } = window.app
    const files = new GesturaFiles(home, celsius)
    const before = files.bytes()
    await restore(window)
    const restored = files.bytes()
    await window.app.close({ keep: true })
    leaveAlone(home)

    window = await ReadyWindow.open({ existing: home })
    const { page } = window
    const operations = new Operations(page)
    const sheet = new RestoreSheet(page)
    await operations.open()
    await operations.cards.first().getByRole('button', { name: 'Undo…' }).click()
    await sheet.planned()
    await sheet.start.click()
    await sheet.close.click()
    await sheet.gone()
    expect(files.bytes()).toEqual(before)
    leaveAlone(home)
    await operations.cards.first().getByRole('button', { name: 'Undo…' }).click()
    await sheet.planned()
    await expect(sheet.title).toHaveText(/^Take back “Undo: /)
    await sheet.start.click()
    await sheet.close.click()
    await sheet.gone()
    expect(files.bytes()).toEqual(restored)
    await expect(operations.cards).toHaveCount(3)
    await window.inEveryLook('operations-history')

    await operations.filter('Kind', 'Undos')
    await expect(operations.cards).toHaveCount(2)
    await expect(page.getByText('2 of 3')).toBeVisible()
    await operations.filter('State', 'Undone')
    await expect(operations.cards).toHaveCount(1)
    await expect(operations.cards.first()).toContainText('Undone, and taken back later')
    await operations.filter('Kind', 'Restores')
    await expect(page.getByText('No operation is like this')).toBeVisible()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(operations.cards).toHaveCount(3)

    // By keyboard: the tab, a label, and what is over the limits.
    await operations.tab('History').focus()
    await page.keyboard.press('ArrowRight')
    await expect(operations.copies.first()).toContainText('Safety copy')
    const copies = await operations.copies.count()
    await window.ask('settings.set', { vaultBytes: 0 })
    await expect(operations.tidyUp).toBeEnabled()
    await window.inEveryLook('operations-copies')
    await expectNoViolations(page)
    await operations.tidyUp.focus()
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog', { name: 'Tidy up the vault' })
    await expect(question.getByRole('button', { name: /^Cancel/ })).toBeFocused()
    await window.inEveryLook('operations-tidy-up')
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await expect(operations.copies).toHaveCount(copies)

    await operations.copies
      .last()
      .getByRole('button', { name: /^Label of/ })
      .click()
    await page.keyboard.type('keep this one')
    await page.keyboard.press('Enter')
    await expect(operations.copies.last()).toContainText('keep this one')
    await expect(operations.copies.last()).toContainText('It has a label')
  })

  test('A18 says what was removed to keep the vault small, and that it can no longer be undone', async () => {
    const { page } = window
    const operations = new Operations(page)
    const sheet = new RestoreSheet(page)
    await restore(window)
    leaveAlone(window.app.home)
    await operations.open()
    await operations.cards.first().getByRole('button', { name: 'Undo…' }).click()
    await sheet.planned()
    await sheet.start.click()
    await sheet.close.click()
    await sheet.gone()
    await operations.tab('Copies').click()
    await expect(operations.copies).toHaveCount(2)
    await window.ask('settings.set', { vaultBytes: 0 })
    await operations.tidyUp.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove for good' }).click()
    await expect(page.getByRole('dialog')).toHaveAccessibleName(/^1 copy removed, [\d.]+ k?B free$/)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('table', { name: 'Copies that were removed, newest first' })).toContainText(
      'the vault was full'
    )
    await window.inEveryLook('operations-removed')
    await expectNoViolations(page)
    await operations.tab('History').click()
    await expect(operations.cards.filter({ hasText: 'it can no longer be undone' })).toHaveCount(1)
  })

  test('the settings say what is kept by itself, for how long, and how much room it may take', async () => {
    const { page } = window
    await page.keyboard.press('Control+,')
    const settings = page.getByRole('dialog', { name: 'Settings' })
    await settings.getByRole('radio', { name: 'Daily' }).click()
    await settings.getByRole('combobox', { name: 'Copies stay for' }).click()
    await page.getByRole('option', { name: '90 days' }).click()
    await settings.getByRole('combobox', { name: 'Copies may use', exact: true }).click()
    await page.getByRole('option', { name: '20 GB' }).click()
    await window.inEveryLook('settings-keeping')
    await expectNoViolations(page)
    await expect
      .poll(async () => (await window.ask('settings.get', {})) as { value: unknown })
      .toMatchObject({ value: { captureEvery: 'daily', vaultDays: 90, vaultBytes: 20_000_000_000 } })
  })

  test('asks before it undoes over a file that was changed since, and keeps it unless told', async () => {
    const files = new GesturaFiles(window.app.home, celsius)
    await restore(window)
    const changed = '{"somebody": "else"}'
    writeFileSync(files.tasks, changed)
    leaveAlone(window.app.home)
    const operations = new Operations(window.page)
    const sheet = new RestoreSheet(window.page)
    await operations.open()
    await operations.cards.first().getByRole('button', { name: 'Undo…' }).click()
    const decision = sheet.decision(/was changed after the operation/)
    await expect(decision.getByRole('radio', { name: /^Keep it as it is now/ })).toBeFocused()
    await expect(sheet.start).toHaveText('Undo 1 item')
    await sheet.start.click()
    await expect(sheet.title).toHaveText('1 item undone and checked')
    expect(Buffer.from(files.bytes().tasks ?? '', 'hex').toString()).toBe(changed)
    await sheet.close.click()
    // What was left out can still be undone.
    await expect(operations.cards.nth(1).getByRole('button', { name: 'Undo…' })).toHaveCount(1)
  })
})
