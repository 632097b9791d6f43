import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SourceLocation } from '../../adapter'
import { readingFor, scanAll } from '../../conformance/browse'
import { adapter } from '../adapter'
import { fixtureJson, storeCopy } from '../test-fixtures'

interface Outcome {
  readonly case: string
  readonly load?: { readonly ok: boolean; readonly kind?: string }
}

const outcomes = fixtureJson<readonly Outcome[]>('outcomes-a3s.json')

/** State by the kind of the crate's refusal; where `shows` says so, what is there is shown in spite of it. */
const unreadable = new Set([
  'array',
  'null',
  'session-null',
  'deep',
  'empty-file',
  'truncated',
  'trailing-garbage',
  'nan'
])
for (const id of ['magic-v2', 'short-magic', 'a-folder', 'broken-root']) unreadable.add(id)

function sourceOf(root: string): SourceLocation {
  return { id: 'a3s-test', agent: 'a3s', root, origin: 'flag' }
}

describe('readPlainDocument', () => {
  it('a3s-18 gives every damaged session a state and findings, and shows what can be shown', async () => {
    const source = sourceOf(storeCopy('corrupt'))
    const sessions = new Map<string, { state: string; findings: readonly string[] }>()
    for (const step of await scanAll(adapter, source, readingFor())) {
      if (step.type !== 'unit') continue
      for (const { id, state } of step.sessions) sessions.set(id, { state, findings: step.findings.map((f) => f.code) })
    }
    for (const row of outcomes.filter((candidate) => candidate.case.startsWith('corrupt: ') && candidate.load)) {
      const id = row.case.slice('corrupt: '.length)
      const session = sessions.get(id)
      const wanted = row.load?.ok
        ? 'ok'
        : id === 'sealed-here'
          ? 'sealed'
          : unreadable.has(id)
            ? 'unreadable'
            : 'partial'
      expect(session?.state, id).toBe(wanted)
      expect((session?.findings.length ?? 0) > 0, id).toBe(wanted !== 'ok')
      const open = adapter.open(source, id, readingFor())
      if (wanted === 'ok' || wanted === 'partial') {
        const page = await (await open).page({ from: 'start', direction: 'forward', limit: 10 })
        expect(page.entries.length, id).toBeGreaterThan(0)
      } else await expect(open, id).rejects.toMatchObject({ failure: { code: `session.${wanted}` } })
    }
    expect(sessions.has('package')).toBe(false)
  })

  it('shows unknown blocks and events raw, each in its own spelling, and counts them', async () => {
    const source = sourceOf(storeCopy('corrupt'))
    for (const [id, word] of [
      ['unknown-block', 'video'],
      ['unknown-event', 'teleported']
    ] as const) {
      const session = await adapter.open(source, id, readingFor())
      const { entries } = await session.page({ from: 'start', direction: 'forward', limit: 50 })
      const strange = entries.filter((entry) => entry.kind === 'unrecognised')
      expect(strange.map((entry) => entry.text)).toEqual([word])
      expect(await session.raw(strange[0]?.id ?? '')).toContain(`"type": "${word}"`)
      const { accounting, entries: counted } = await session.account(new AbortController().signal, () => undefined)
      expect(accounting.raw).toBe(1)
      expect(counted).toBe(entries.length - 1)
    }
  })

  it('keeps wrong texts out of findings', async () => {
    const source = sourceOf(storeCopy('corrupt'))
    const session = await adapter.open(source, 'text-content', readingFor())
    expect(session.findings.map((finding) => finding.what).join()).not.toContain('plain text')
    expect(session.findings[0]?.where).toContain(join('sessions', 'id_dGV4dC1jb250ZW50.json'))
  })

  it('reports each broken rule with its record and ids, not only the first', async () => {
    const source = sourceOf(storeCopy('invariants'))
    const session = await adapter.open(source, 'inv-first-wins', readingFor())
    expect(session.findings.map((finding) => finding.code)).toEqual([
      'a3s.snapshot.rule-3.1',
      'a3s.snapshot.rule-3.5.4',
      'a3s.snapshot.rule-3.6'
    ])
    expect(session.findings[1]?.where).toContain('run_records[0] run-fw-1')
    expect((await session.page({ from: 'start', direction: 'forward', limit: 10 })).entries.length).toBeGreaterThan(0)
  })
})
