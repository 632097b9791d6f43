import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { Checkpoints } from './pages/checkpoints'
import { leftAloneHome } from './pages/left-alone-home'
import { expectNoViolations } from './pages/no-violations'
import { Operations } from './pages/operations'
import { RestoreSheet } from './pages/restore-sheet'
import { SessionActions } from './pages/session-actions'
import { ReadyWindow } from './pages/window'

const celsius = 'fa767501-1b54-466b-9c6b-0727a648a8cc'

test('gestura-7 a kept copy is forked when gestura has lost the session; a copy with a gap says so on the Copies page', async () => {
  test.setTimeout(240_000)
  const window = await ReadyWindow.open({ existing: leftAloneHome('gestura') })
  const { page } = window
  const points = new Checkpoints(page)
  const actions = new SessionActions(page)
  const operations = new Operations(page)
  const sheet = new RestoreSheet(page)
  const looked = (name: string) => window.inEveryLook(name, () => expectNoViolations(page))
  await window.openSession('Please add a celsius helper', { agent: 'gestura' })
  await actions.choose('Keep a copy…')
  await actions.keep('before the trip')
  await page.keyboard.press('Escape')
  await points.open()
  const live = join(window.app.home, '.gestura', 'agent_sessions')
  const had = JSON.parse(readFileSync(join(live, `${celsius}.json`), 'utf8'))
  const there = new Set(readdirSync(live))
  rmSync(join(live, `${celsius}.json`))

  await points.rows.filter({ hasText: 'before the trip' }).click()
  const fork = points.panel.getByRole('button', { name: 'Fork…' })
  await fork.focus()
  await looked('kept-fork')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('before the trip')
  await sheet.start.click()
  await sheet.close.click()
  await sheet.gone()
  const [made = ''] = readdirSync(live).filter((name) => !there.has(name) && name.endsWith('.json'))
  expect(JSON.parse(readFileSync(join(live, made), 'utf8')).state).toEqual(had.state)
  expect(existsSync(join(live, `${celsius}.json`))).toBe(false)

  const blobs = join(window.app.own, 'vault', 'blobs')
  for (const name of readdirSync(blobs, { recursive: true }).map(String))
    if (name.endsWith('.zst')) rmSync(join(blobs, name))
  await operations.open()
  await operations.tab('Copies').click()
  await expect(page.getByText('1 copy cannot be brought back whole')).toBeVisible()
  await expect(operations.copies.filter({ hasText: 'before the trip' })).toContainText('gone')
  await looked('copies-with-a-gap')
  expect(window.app.problems).toEqual([])
  await window.app.close()
})
