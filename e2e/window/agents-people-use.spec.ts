import { rmSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { agentNames } from '../../src/shared/domain/agents'
import { type ExpectedSession, expectedSessions, sampleHome } from '../support/agent-samples'
import { expectNoViolations } from './pages/no-violations'
import { ReadyWindow } from './pages/window'

type Listed = { value: { rows: { source: string; agent: string; id: string; title: string; state: string }[] } }

const nameOf = (agent: string) => agentNames[agent as keyof typeof agentNames]
/** One session of each agent whose transcript is looked at: the one with the most calls that stands alone. */
const opened = [...new Set(expectedSessions.map(({ agent }) => agent))].map((agent) => {
  const rows = expectedSessions.filter((row) => row.agent === agent && !row.parent && !row.forkedFrom)
  return rows.filter(plain).sort((a, b) => b.toolCalls - a.toolCalls)[0] as ExpectedSession
})

/** Sessions whose first screen holds all of them, with nothing folded. */
function plain({ compactions, abandonedBranches, wireInputTokens }: ExpectedSession): boolean {
  return compactions === undefined && abandonedBranches === undefined && wireInputTokens !== undefined
}

test.describe('the agents that people use, in the window', () => {
  let home: string
  let window: ReadyWindow
  let rows: Listed['value']['rows']

  test.beforeAll(async () => {
    home = sampleHome()
    window = await ReadyWindow.open({ existing: home })
    rows = ((await window.ask('sessions.page', { query: {}, offset: 0, limit: 500 })) as Listed).value.rows
  })
  test.afterAll(async () => {
    expect(window.app.problems).toEqual([])
    await window.app.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 20 })
  })

  test('lists every session of every agent once, and no subagent among them', async () => {
    const own = expectedSessions.filter(({ parent }) => parent === undefined)
    const there = rows.filter(({ state }) => state !== 'gone')
    expect(there.map(({ agent, id }) => `${agent}:${id}`).sort()).toEqual(
      own.map((row) => `${row.agent}:${row.id}`).sort()
    )
    expect(await window.list.total()).toBe(rows.length)
    const titles = await window.list.allTitles()
    expect(titles.length).toBe(rows.length)
    for (const { title } of own) if (title !== undefined) expect(titles).toContain(title)
    for (const { agent } of opened) {
      const count = rows.filter((row) => row.agent === agent).length
      await expect(window.rail.getByRole('button', { name: new RegExp(`^${nameOf(agent)}`) })).toContainText(`${count}`)
    }
  })

  for (const row of opened) {
    test(`opens a session of ${nameOf(row.agent)} with its turns, calls, failures and tokens`, async () => {
      await open(window, rows, row)
      // The transcript holds what is in view; beside it are all prompts.
      await expect(window.detail.outline.getByRole('button')).toContainText([...(row.prompts ?? [])])
      await expect(window.detail.entries.last()).toBeInViewport()
      const usage = window.page.getByTestId('token-usage')
      await expect(usage).toContainText(` ${new Intl.NumberFormat('en-GB').format(row.wireCachedTokens ?? 0)} cached`)
      await expect(usage).toContainText(`${row.wireOutputTokens} out`)
      await expect(usage).toContainText(`${row.assistantResponses} repl`)
    })
  }

  test('a branch that was left is marked, and is no part of what happened', async () => {
    const row = expectedSessions.find(({ agent, abandonedBranches }) => agent === 'claude-code' && abandonedBranches)
    if (row === undefined) throw new Error('the samples have no rewound session')
    await open(window, rows, row)
    const divider = window.detail.entries.filter({ hasText: 'The conversation was rewound' })
    await expect(divider).toHaveCount(1)
    await window.app.screenshot('agents-rewound')
  })

  test('a subagent is reached from its session, and leads back', async () => {
    const child = expectedSessions.find(({ agent, parent }) => agent === 'cline' && parent !== undefined)
    const row = expectedSessions.find(({ id }) => id === child?.parent)
    if (row === undefined) throw new Error('the samples have no session with a subagent')
    await open(window, rows, row)
    const header = window.page.getByRole('main').locator('header')
    await header.getByRole('button', { name: '1 subagent' }).click()
    await expect(window.detail.title).toHaveText('List every TODO comment under src and report the file names.')
    const trail = window.page.getByRole('navigation', { name: 'Lineage of the session' })
    await trail.getByRole('button', { name: /^Ask a helper agent/ }).click()
    await expect(window.detail.title).toHaveText('Ask a helper agent to look for open TODO comments.')
  })

  test('looks right in every look', async () => {
    test.setTimeout(120_000)
    await open(window, rows, opened[0] as ExpectedSession)
    await expect(window.page.getByTestId('token-usage')).toBeVisible()
    await window.inEveryLook('agents-people-use')
    await window.inBothThemes(() => expectNoViolations(window.page))
  })
})

/** Several sessions have the same title; the list has them in the order of the answer. */
async function open(window: ReadyWindow, rows: Listed['value']['rows'], { agent, id }: ExpectedSession): Promise<void> {
  const title = rows.find((row) => row.agent === agent && row.id === id)?.title ?? `no ${agent}:${id}`
  const same = rows.filter((row) => row.agent === agent && row.title.startsWith(title))
  // The list holds what is in view: those of one agent are few enough.
  await window.rail.getByRole('button', { name: new RegExp(`^${nameOf(agent)}`) }).click()
  await window.list.filter.fill(title)
  const options = window.list.rowsOf(title, nameOf(agent))
  await expect(options).toHaveCount(same.length)
  const option = options.nth(same.findIndex((row) => row.id === id))
  await option.click()
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await expect(window.detail.title).toHaveText(title)
  await window.detail.entries.first().waitFor()
}
