import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { Checkpoints } from './pages/checkpoints'
import { leftAloneHome } from './pages/left-alone-home'
import { RestoreSheet } from './pages/restore-sheet'
import { SessionActions } from './pages/session-actions'
import { ReadyWindow } from './pages/window'

const session = 'fa767501-1b54-466b-9c6b-0727a648a8cc'
const afterFirstTurn = 'f4306909-c8f2-4e45-abfa-993354203996'
const more = 5000

function homeWith(checkpoints: number): string {
  const home = leftAloneHome('gestura')
  const folder = join(home, '.gestura', 'checkpoints')
  const text = readFileSync(join(folder, `${afterFirstTurn}.json`), 'utf8')
  for (let index = 0; index < checkpoints; index += 1) {
    const id = `${index.toString(16).padStart(8, '0')}-c8f2-4e45-abfa-993354203996`
    writeFileSync(join(folder, `${id}.json`), text.replaceAll(afterFirstTurn, id))
  }
  return home
}

test('all checkpoints of a session are shown, also more than one answer holds', async () => {
  test.setTimeout(240_000)
  const home = homeWith(more)
  const window = await ReadyWindow.open({ existing: home })
  await window.openSession('Please add a celsius helper', { agent: 'gestura' })
  const points = new Checkpoints(window.page)
  await window.detail.tab('Checkpoints').click()
  // Every one of the files is read for the list.
  await points.rows.first().waitFor({ timeout: 90_000 })
  await expect(points.rows.first()).toHaveAttribute('aria-setsize', String(more + 5))
  expect(await points.rows.count()).toBeLessThan(100)
  const { value } = (await window.ask('checkpoints.list', {
    session: { source: await sourceOf(window), id: session }
  })) as { value: { checkpoints: unknown[]; restorable: number; total: number; next: number | null } }
  expect(value.total).toBe(more + 5)
  expect(value.next).toBe(value.checkpoints.length)
  expect(value.checkpoints.length).toBeLessThan(more)
  await points.timeline.focus()
  await window.page.keyboard.press('End')
  await expect(points.rows.last()).toHaveAttribute('aria-posinset', String(more + 5))
  await expect(points.rows.last()).toHaveAttribute('aria-selected', 'true')
  // In the transcript they are one line where they are many.
  await window.detail.tab('Transcript').click()
  await window.detail.entries.last().focus()
  await window.page.keyboard.press('Home')
  const line = window.detail.feed.getByText(`${(more - 2).toLocaleString('en-GB')} earlier checkpoints`)
  await expect(line).toBeVisible({ timeout: 60_000 })
  // All that can bring it back are counted, not those of the first answer.
  expect(value.restorable).toBeGreaterThan(value.checkpoints.length)
  rmSync(join(home, '.gestura', 'agent_sessions', `${session}.json`))
  const banner = window.page.getByRole('main').getByRole('status').filter({ hasText: 'This session is gone' })
  await expect(banner).toContainText(`${value.restorable.toLocaleString('en-GB')} checkpoints can bring it back.`, {
    timeout: 60_000
  })
  expect(window.app.problems).toEqual([])
  await window.app.close()
})

test('a plan of hundreds of items holds only the rows in view, keeps what it would set aside, and asks a second time', async () => {
  test.setTimeout(120_000)
  const window = await ReadyWindow.open({ existing: homeWith(300) })
  const sheet = new RestoreSheet(window.page)
  const question = window.page.getByRole('dialog', { name: 'Set this many aside?' })
  await window.openSession('Please add a celsius helper', { agent: 'gestura' })
  await new SessionActions(window.page).choose('Delete…')
  await sheet.planned()
  await expect(sheet.dialog.getByRole('table', { name: 'Items of this plan' })).toHaveAttribute(
    'aria-rowcount',
    /^30\d$/
  )
  expect(await sheet.steps.count()).toBeLessThan(120)
  for (const decision of await sheet.dialog.getByRole('radiogroup').all()) {
    await expect(decision.getByRole('radio').first()).toBeChecked()
    await decision.getByRole('radio').last().click()
  }
  await expect(sheet.start).toHaveText(/^Delete 30\d items…$/)
  await window.app.screenshot('many-removals')
  await sheet.start.click()
  await expect(question.getByRole('button', { name: /^Cancel/ })).toBeFocused()
  await window.app.screenshot('many-removals-question')
  await window.page.keyboard.press('Escape')
  await expect(sheet.start).toBeFocused()
  const files = () => readdirSync(join(window.app.home, '.gestura', 'checkpoints')).length
  expect(files()).toBeGreaterThan(300)
  await window.page.keyboard.press('Enter')
  await window.page.keyboard.press('Tab')
  await window.page.keyboard.press('Enter')
  await expect(sheet.title).toHaveText(/deleted and checked$/, { timeout: 60_000 })
  expect(await sheet.results.count()).toBeLessThan(120)
  expect(window.app.problems).toEqual([])
  await window.app.close()
})

async function sourceOf(window: ReadyWindow): Promise<string> {
  const { value } = (await window.ask('sources.list', {})) as { value: { sources: { id: string; agent: string }[] } }
  return value.sources.find(({ agent }) => agent === 'gestura')?.id ?? ''
}
