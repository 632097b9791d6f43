import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BrowsedSession, browse } from '../../src/main/service/agents/conformance/browse'
import { adapters } from '../../src/main/service/agents/registry'
import { makeHomes, type SampleHomes } from './make-homes.ts'

const home = mkdtempSync(join(tmpdir(), 'reprise-read-samples-'))
let homes: SampleHomes
const read: Record<string, ReadonlyMap<string, BrowsedSession>> = {}

beforeAll(async () => {
  homes = makeHomes({ out: home, sessions: 18, damaged: true })
  for (const adapter of adapters) {
    const places = { home, env: {}, platform: process.platform, cwd: home, settings: [], flags: [] }
    const [source] = await adapter.locate(places)
    if (source) read[adapter.agent] = (await browse(adapter, source)).sessions
  }
}, 120_000)
afterAll(() => rmSync(home, { recursive: true, force: true }))

function kindsOf(agent: string): Set<string> {
  const entries = [...(read[agent]?.values() ?? [])].flatMap((session) => session.entries)
  return new Set(
    entries.flatMap((entry) => [
      entry.kind,
      ...(entry.notice ? [`${entry.kind} ${entry.notice}`] : []),
      ...(entry.tool ? [`tool ${entry.tool.status}`] : []),
      ...(entry.images?.length ? ['with an image'] : []),
      ...(entry.tool?.edits?.length ? ['with an edit'] : [])
    ])
  )
}

describe('the sample homes, as the adapters read them', () => {
  it.each(['gestura', 'tact', 'a3s'] as const)('%s: every session reads whole, without a problem', (agent) => {
    for (const id of homes.sessions[agent]) {
      const session = read[agent]?.get(id)
      expect(session?.failure, id).toBeNull()
      expect(session?.listed.state).toBe('ok')
      expect(session?.account?.accounting.unreadable).toBe(0)
      expect(session?.entries.filter((entry) => entry.kind === 'unrecognised')).toEqual([])
      const findings = session?.account?.findings.filter((finding) => finding.severity !== 'info') ?? []
      expect(findings).toEqual([])
    }
  })

  it('has one session that cannot be read, and no other', () => {
    const all = Object.values(read).flatMap((sessions) => [...sessions.values()])
    expect(all.filter((session) => session.listed.state !== 'ok')).toHaveLength(1)
  })

  it.each([
    ['gestura', ['user', 'assistant', 'thinking', 'tool ok', 'tool failed', 'with an edit']],
    [
      'tact',
      [
        'user',
        'assistant',
        'thinking',
        'plan',
        'tool ok',
        'tool failed',
        'with an edit',
        'with an image',
        'notice fork',
        'notice interruption'
      ]
    ],
    ['a3s', ['user', 'assistant', 'thinking', 'plan', 'tool ok', 'tool failed', 'notice compaction']]
  ])('%s shows what its format can show', (agent, kinds) => {
    const shown = kindsOf(agent)
    expect(kinds.filter((kind) => !shown.has(kind))).toEqual([])
  })

  it('gives the list different titles, in several workspaces', () => {
    const listed = Object.values(read).flatMap((sessions) => [...sessions.values()].map((session) => session.listed))
    expect(new Set(listed.map((session) => session.title)).size).toBeGreaterThan(25)
    expect(new Set(listed.map((session) => session.workspace)).size).toBeGreaterThanOrEqual(6)
  })
})
