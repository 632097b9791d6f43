import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Entry } from '@shared/domain/transcript'
import { type ExpectedSession, expectedSessions, fixtureHome } from './pages/fixture-home'
import { ReadyWindow } from './pages/window'

interface ExpectedCounts extends ExpectedSession {
  readonly preview: string
  readonly userTurns: number
  readonly toolCalls: number
  readonly failedToolCalls: number
}
interface Row {
  readonly source: string
  readonly id: string
}
interface Answer<T> {
  readonly value: T
}

const tact = expectedSessions('tact') as ExpectedCounts[]
/** A session that another one started is listed only below that one. */
const weather = (expectedSessions('a3s') as ExpectedCounts[]).filter(
  ({ root, id }) => root === 'weather/.a3s/tui/sessions' && id !== 'task-run-units-5'
)

test.describe('stores that the real programs wrote', () => {
  let home: string
  let window: ReadyWindow
  let rows: readonly Row[]

  test.beforeAll(async () => {
    home = fixtureHome('tact', 'a3s')
    window = await ReadyWindow.open({ existing: home })
    await window.ask('settings.set', {
      roots: [{ agent: 'a3s', path: join(home, 'weather', '.a3s', 'tui', 'sessions') }]
    })
    await expect(window.rail.getByRole('button', { name: /^a3s-code/ })).toContainText('13')
    const page = (await window.ask('sessions.page', { query: {}, offset: 0, limit: 200 })) as Answer<{ rows: Row[] }>
    rows = page.value.rows
  })
  test.afterAll(async () => {
    expect(window.app.problems).toEqual([])
    await window.app.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 20 })
  })

  /** Entries of a session that are its own, over the bridge of the window. */
  async function entriesOf(id: string): Promise<readonly Entry[]> {
    const session = rows.find((row) => row.id === id)
    const input = { session: { source: session?.source, id }, from: 'start', direction: 'forward', limit: 500 }
    const { value } = (await window.ask('transcript.page', input)) as Answer<{ entries: Entry[] }>
    return value.entries.filter(({ inherited }) => !inherited)
  }

  test('tact: every session is listed under its first prompt', async () => {
    await window.rail.getByRole('button', { name: /^tact/ }).click()
    await expect(window.list.rows.first()).toBeVisible()
    const titles = tact.map(({ preview }) => (preview === 'No user prompt' ? 'No prompt yet' : preview))
    await expect.poll(async () => [...(await window.list.allTitles())].sort()).toEqual(titles.sort())
  })

  test('a3s: every session is listed under its name, and one that is gone as such', async () => {
    await window.rail.getByRole('button', { name: /^a3s-code/ }).click()
    const titles = weather.map(({ title }) => title || 'No prompt yet')
    await expect.poll(() => window.list.total()).toBe(titles.length + 1)
    await expect.poll(async () => [...(await window.list.allTitles())].sort()).toEqual(expect.arrayContaining(titles))
    await expect(window.list.rows.filter({ hasText: 'gone' })).toHaveCount(1)
  })

  for (const [agent, sessions] of [['tact', tact] as const, ['a3s', weather] as const]) {
    test(`${agent}: prompts, tool calls and failures of every session are those of its maker`, async () => {
      for (const { id, prompts, toolCalls, failedToolCalls } of sessions) {
        const entries = await entriesOf(id)
        const tools = entries.filter(({ kind }) => kind === 'tool')
        const failed = tools.filter(({ tool }) => tool?.status === 'failed')
        expect([id, tools.length, failed.length]).toEqual([id, toolCalls, failedToolCalls])
        expect(entries.filter(({ kind }) => kind === 'user').map(({ text }) => text)).toEqual(prompts)
      }
    })
  }

  test('tact: the state that a session is resumed from is shown, and can be put back', async () => {
    await window.rail.getByRole('button', { name: /^All sessions/ }).click()
    await window.openSession('Please make a plan for the wind speed.', { agent: 'tact' })
    await window.page.getByRole('tab', { name: /^Checkpoints/ }).click()
    const panel = window.page.getByRole('tabpanel', { name: /^Checkpoints/ })
    await expect(panel.getByText('resume state').first()).toBeVisible()
    await expect(window.page.getByRole('button', { name: 'Restore…' })).toHaveCount(1)
  })
})
