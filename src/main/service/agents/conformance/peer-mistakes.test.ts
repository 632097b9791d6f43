import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionSummary } from '@shared/domain/session'
import type { Entry } from '@shared/domain/transcript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HomeService } from '../../testing/home-service'
import { addEverySample, type SampleRow, sampleRows } from './every-sample'

/** What other viewers are known to get wrong, on sessions that the agents wrote themselves. */

const subagents = '.claude/projects/-home-dev-weather/1494aac4-bdfb-4a1d-a8d5-5283a017be20/subagents'
const deeper = 'agent-a06f648b5c8b91f5a'
const home = new HomeService()
let listed: readonly SessionSummary[] = []
let all: ReadonlyMap<string, SessionSummary> = new Map()

beforeAll(async () => {
  addEverySample(home.home)
  mkdirSync(join(home.home, subagents, 'workflows'))
  for (const name of readdirSync(join(home.home, subagents)).filter((each) => each.startsWith(deeper)))
    renameSync(join(home.home, subagents, name), join(home.home, subagents, 'workflows', name))
  await home.open()
  await home.scan()
  listed = await home.list()
  all = new Map((await home.list({ children: true })).map((session) => [session.id, session]))
}, 120_000)
afterAll(() => home.close())

const sessionOf = ({ id }: { readonly id: string }) => {
  const found = all.get(id)
  if (found === undefined) throw new Error(`${id} is not listed`)
  return { source: found.source, id }
}

async function entriesOf(row: SampleRow): Promise<readonly Entry[]> {
  const session = sessionOf(row)
  const { entries, after } = await home.call('transcript.page', {
    session,
    from: 'start',
    direction: 'forward',
    limit: 500
  })
  expect(after, row.id).toBeNull()
  // What a fork of Codex took over lies in the records of another session, and the table counts its own.
  return entries.filter(({ inherited }) => !inherited || row.agent !== 'codex')
}

/** One line for each of the rows where `found` says something else than `wanted`. */
async function differing<T>(
  rows: readonly SampleRow[],
  wanted: (row: SampleRow) => T,
  found: (row: SampleRow) => Promise<T>
): Promise<string[]> {
  const lines: string[] = []
  for (const row of rows) {
    const [is, should] = [JSON.stringify(await found(row)), JSON.stringify(wanted(row))]
    if (is !== should) lines.push(`${row.agent} ${row.id}: ${is}, not ${should}`)
  }
  return lines
}

const own = sampleRows.filter(({ parent }) => parent === undefined)

describe('what other viewers get wrong, on real sessions', () => {
  it('peer-1 no local slash command and no task of a subagent counts as a turn of the person', async () => {
    const users = async (row: SampleRow) => (await entriesOf(row)).filter(({ kind }) => kind === 'user').length
    expect(await differing(sampleRows, ({ userTurns }) => userTurns, users)).toEqual([])
    const [commands] = sampleRows.filter(({ localCommands }) => localCommands !== undefined)
    const shown = commands ? await entriesOf(commands) : []
    expect(shown.find(({ text }) => text.startsWith('/compact'))?.kind).toBe('notice')
    const { prompts } = await home.call('prompts.recent', { limit: 500 })
    const children = new Set([...all.values()].flatMap((each) => (each.parentKind === 'subagent' ? [each.id] : [])))
    expect(children.size).toBeGreaterThan(5)
    expect(prompts.filter(({ session, text }) => children.has(session.id) || text === '/compact')).toEqual([])
    expect(prompts.length).toBeGreaterThan(own.length)
  })

  it('peer-2 failed calls are counted, as their agent marks them', async () => {
    const failed = async (row: SampleRow) =>
      (await entriesOf(row)).filter(({ tool }) => tool?.status === 'failed').length
    const wanted = ({ failedToolCalls = 0 }: SampleRow) => failedToolCalls
    expect(await differing(sampleRows, wanted, failed)).toEqual([])
    expect(new Set(sampleRows.filter((row) => wanted(row) > 0).map(({ agent }) => agent)).size).toBe(9)
  })

  it('peer-3 a branch that a rewind left is folded below its divider, and counts for nothing', async () => {
    const rewound = sampleRows.filter(({ abandonedBranches, reverted }) => abandonedBranches || reverted)
    expect(rewound.map(({ agent }) => agent)).toEqual(['claude-code', 'opencode', 'pi'])
    for (const row of rewound) {
      const entries = await entriesOf(row)
      const dividers = entries.filter(({ notice }) => notice === 'rewind').map(({ id }) => id)
      expect(dividers, row.id).toHaveLength(1)
      expect(entries.some(({ parent }) => parent === dividers[0])).toBe(true)
      const live = entries.filter(({ kind, parent }) => kind === 'user' && parent === undefined)
      expect(live, row.id).toHaveLength(row.activeUserTurns ?? 0)
      const { entries: counted } = await home.call('transcript.account', { session: sessionOf(row) })
      expect(counted, row.id).toBeLessThan(entries.length)
    }
  })

  it('peer-4 a fork is linked with what it came from, in the list and in the family of both', async () => {
    const forks = own.filter(({ forkedFrom }) => forkedFrom !== undefined)
    expect(forks).toHaveLength(6)
    for (const row of forks) {
      expect(all.get(row.id), row.id).toMatchObject({ parent: row.forkedFrom, parentKind: 'fork' })
      for (const id of [row.id, row.forkedFrom ?? '']) {
        const { nodes, edges } = await home.call('lineage.show', { session: sessionOf({ id }) })
        const nodeOf = (of?: string) => nodes.find(({ kind, session }) => kind === 'session' && session.id === of)?.id
        expect(edges).toContainEqual({ from: nodeOf(row.forkedFrom), to: nodeOf(row.id), kind: 'fork' })
      }
    }
  })

  it('peer-5 the title that a person set is the one that is shown', async () => {
    const titled = sampleRows.filter(({ title }) => title !== undefined)
    expect(titled.length).toBeGreaterThan(10)
    const titleOf = async ({ id }: SampleRow) => all.get(id)?.title
    expect(await differing(titled, ({ title }) => title, titleOf)).toEqual([])
    expect(titled.filter(({ title, prompts }) => title !== prompts?.[0]).map(({ agent }) => agent)).toContain('pi')
  })

  it('peer-6 tokens are counted once for each reply, not for each record that repeats them', async () => {
    const compared = own.filter(({ agent, compactions }) => agent === 'claude-code' && compactions === undefined)
    const usage = async (row: SampleRow) => (await home.call('transcript.account', { session: sessionOf(row) })).usage
    const wanted = ({ assistantResponses, wireInputTokens, wireOutputTokens, wireCachedTokens }: SampleRow) => ({
      replies: assistantResponses,
      input: wireInputTokens,
      output: wireOutputTokens,
      cached: wireCachedTokens
    })
    expect(await differing(compared, wanted, usage)).toEqual([])
    const [first] = compared
    const records = readFileSync(join(home.home, first?.path ?? ''), 'utf8').match(/"output_tokens":/g)
    expect(records?.length).toBeGreaterThan(first?.assistantResponses ?? 0)
  })

  it('peer-7 an image in the result of a call is shown with that call', async () => {
    const agents = new Set<string>()
    for (const row of own) {
      const entries = await entriesOf(row)
      for (const { id, tool, images } of entries) {
        if (tool === undefined || images === undefined) continue
        const session = sessionOf(row)
        const { mediaType, base64 } = await home.call('transcript.image', { session, entry: id, index: 0 })
        expect(mediaType).toBe('image/png')
        expect(Buffer.from(base64, 'base64').subarray(1, 4).toString()).toBe('PNG')
        agents.add(row.agent)
      }
    }
    // All but Qwen Code, whose model took no images.
    const names = ['claude-code', 'cline', 'codex', 'copilot-cli', 'droid', 'gemini', 'opencode', 'pi']
    expect([...agents].sort()).toEqual(names)
  })

  it('peer-8 the file of a subagent is found one folder deeper, and belongs to its session', async () => {
    const row = sampleRows.find(({ id }) => id === deeper)
    expect(all.get(deeper)).toMatchObject({ parent: row?.parent, parentKind: 'subagent' })
    expect(listed.some(({ id }) => id === deeper)).toBe(false)
    expect((await entriesOf(row as SampleRow)).filter(({ kind }) => kind === 'tool')).toHaveLength(1)
  })

  it('peer-9 a session with a single prompt is in the list', () => {
    const single = own.filter(({ userTurns }) => userTurns === 1)
    expect(new Set(single.map(({ agent }) => agent)).size).toBe(9)
    const ids = new Set(listed.map(({ id }) => id))
    expect(single.filter(({ id }) => !ids.has(id))).toEqual([])
  })
})
