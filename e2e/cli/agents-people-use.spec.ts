import { expect, test } from '@playwright/test'
import { addSamples, type ExpectedSession, expectedSessions, withoutCached } from '../support/agent-samples'
import { CommandHome, inParallel } from './support/command'
import type { ListAnswer, ShowAnswer } from './support/shapes'

const folders = [...new Set(expectedSessions.map(({ folder }) => folder))]
/** Sessions of each agent that are shown, the ones with the most in them first: each is a run of the command. */
const mostShown = 3

/** What went over the wire, as the agent records it. Compacting is a request of its own, which the samples' table does not count. */
const countsTokens = ({ wireInputTokens, compactions }: ExpectedSession) =>
  wireInputTokens !== undefined && compactions === undefined

for (const folder of folders) {
  test.describe(`the samples of ${folder} through the command`, () => {
    const rows = expectedSessions.filter((row) => row.folder === folder)
    let home: CommandHome

    test.beforeAll(() => {
      home = new CommandHome((path) => addSamples(path, [folder]))
    })
    test.afterAll(() => home.dispose())

    test('lists every session once, and subagents only when they are asked for', async () => {
      const ids = async (...options: string[]) => {
        const { sessions } = await home.json<ListAnswer>(['list', ...options])
        return sessions.filter(({ state }) => state !== 'gone').map(({ id }) => id)
      }
      const own = rows.filter(({ parent }) => parent === undefined).map(({ id }) => id)
      expect((await ids()).sort()).toEqual(own.sort())
      const all = await ids('--children')
      for (const { id } of rows) expect(all).toContain(id)
      expect(new Set(all).size).toBe(all.length)
    })

    test('C13 shows turns, calls, failures and tokens as they were', async () => {
      test.setTimeout(120_000)
      const chosen = rows.filter(countsTokens).sort((a, b) => b.assistantResponses - a.assistantResponses)
      await inParallel(chosen.slice(0, mostShown), async (row) => {
        const { entries, usage, accounting } = await home.json<ShowAnswer>(['show', `${row.agent}:${row.id}`])
        const own = entries.filter(({ inherited }) => !inherited || row.agent !== 'codex')
        const tools = own.filter(({ kind }) => kind === 'tool')
        expect(own.filter(({ kind }) => kind === 'user').length, row.id).toBe(row.userTurns)
        expect(tools.length, row.id).toBe(row.toolCalls)
        expect(tools.filter(({ tool }) => tool?.status === 'failed').length, row.id).toBe(row.failedToolCalls ?? 0)
        expect(accounting.read).toBe(accounting.shown + accounting.raw + accounting.unreadable)
        const input = (usage?.input ?? 0) + (withoutCached.has(row.agent) ? (usage?.cached ?? 0) : 0)
        expect({ ...usage, input }, row.id).toEqual(tokensOf(row))
      })
    })
  })
}

/** A fork of droid has the tokens of what is its own; everywhere else a copied reply counts with its copy. */
function tokensOf(row: ExpectedSession) {
  const origin = row.agent === 'droid' ? expectedSessions.find(({ id }) => id === row.forkedFrom) : undefined
  const own = (name: 'wireInputTokens' | 'wireOutputTokens' | 'wireCachedTokens' | 'assistantResponses') =>
    (row[name] ?? 0) - (origin?.[name] ?? 0)
  return {
    replies: own('assistantResponses'),
    input: own('wireInputTokens'),
    output: own('wireOutputTokens'),
    cached: own('wireCachedTokens')
  }
}
