import { expect, test } from '@playwright/test'
import { fixtureHome } from './pages/fixture-home'
import { GesturaFiles } from './pages/gestura-files'
import { leaveAlone, leftAloneHome } from './pages/left-alone-home'
import { RestoreSheet } from './pages/restore-sheet'
import { SessionActions } from './pages/session-actions'
import { ReadyWindow } from './pages/window'

const celsius = 'fa767501-1b54-466b-9c6b-0727a648a8cc'

test('a session of gestura ends at an entry by mouse, and its undo brings every byte back', async () => {
  const window = await ReadyWindow.open({ existing: leftAloneHome('gestura') })
  const sheet = new RestoreSheet(window.page)
  const actions = new SessionActions(window.page)
  const files = new GesturaFiles(window.app.home, celsius)
  const before = files.bytes()
  const messages = files.messages().length
  await window.openSession('Please add a celsius helper', { agent: 'gestura' })
  await window.detail.entries.last().focus()
  await window.page.keyboard.press('Home')
  const first = window.detail.entries.first()
  await first.hover()
  await first.getByRole('button', { name: 'Actions of this entry' }).click()
  await actions.item('Restore to here…').click()
  await sheet.planned()
  await expect(sheet.title).toHaveText('Restore “Please add a celsius helper to the forecast script.” to here')
  await expect(sheet.cancel).toBeFocused()
  expect(files.bytes()).toEqual(before)
  await sheet.start.click()
  await expect(sheet.title).toHaveText(/restored and checked$/)
  expect(files.messages().length).toBeLessThan(messages)
  await sheet.undo.click()
  await sheet.planned()
  await sheet.start.click()
  await expect(sheet.title).toHaveText(/undone and checked$/)
  expect(files.bytes()).toEqual(before)
  expect(window.app.problems).toEqual([])
  await window.app.close()
})

test('in a checkpoint that is looked at, no entry offers a change', async () => {
  const home = fixtureHome('gestura')
  leaveAlone(home)
  const window = await ReadyWindow.open({ existing: home })
  await window.openSession('Please add a celsius helper', { agent: 'gestura' })
  await window.page.getByRole('tab', { name: /^Checkpoints/ }).click()
  await window.page
    .getByRole('tabpanel', { name: 'Checkpoints' })
    .getByRole('button', { name: 'Open', exact: true })
    .click()
  const feed = window.page.getByRole('feed')
  await expect(feed.getByRole('article').first()).toBeVisible()
  await expect(feed.getByRole('button', { name: 'Actions of this entry' })).toHaveCount(0)
  await expect(feed.getByRole('button', { name: 'Copy this entry' }).first()).toBeAttached()
  await window.app.close()
})
