import type { SessionSummary } from '@shared/domain/session'
import { describe, expect, it } from 'vitest'
import { beforeOf, LandingWatch, landedIn } from './landing'

const row = (id: string, updatedAt: number, more: Partial<SessionSummary> = {}): SessionSummary => ({
  ...{ source: 's', agent: 'codex', id, title: id, workspace: '/w', startedAt: 0, updatedAt, entries: null },
  ...{ checkpoints: 0, resumable: true, findings: null, state: 'ok' as const },
  ...more
})
const session = row('a', 10)
const before = beforeOf([session, row('b', 9), row('old', 1, { workspace: '/other' })])

describe('landedIn', () => {
  it.each([
    ['nothing changed', [session, row('b', 9)], null],
    ['the same one', [row('a', 20), row('b', 9)], 'a'],
    ['a fork of it', [row('n', 20, { parent: 'a', parentKind: 'fork' }), session], 'n'],
    ['a new one of the same folder, without a link', [row('n', 20), session], 'n'],
    ['the same one, beside a new one without a link that is newer', [row('n', 30), row('a', 20)], 'a'],
    ['of itself and its fork the one that changed last', [row('n', 30, { parent: 'a' }), row('a', 20)], 'n'],
    ['another session of the folder that was there before', [row('b', 20), session], null],
    ['a new one of another folder', [row('n', 20, { workspace: '/x' }), session], null],
    ['a subagent of it', [row('n', 20, { parent: 'a', parentKind: 'subagent' as const }), session], null]
  ])('B12 %s', (_, now, expected) => {
    expect(landedIn(session, before, now)).toBe(expected)
  })
})

describe('LandingWatch', () => {
  it('B12 tells each landing once, of every resumed session, and no more after a while', () => {
    const told: [string, string][] = []
    const world = { rows: [session, row('b', 9)] as SessionSummary[], at: 0 }
    const watch = new LandingWatch({
      newest: () => world.rows,
      landed: ({ id }, continued) => told.push([id, continued]),
      now: () => world.at
    })
    // An older one than those that are compared is no new one afterwards.
    watch.begin(row('ancient', 1))
    watch.begin(session)
    watch.look()
    expect(told).toEqual([])
    world.rows = [row('a', 20), row('b', 9), row('ancient', 1)]
    watch.look()
    watch.look()
    expect(told).toEqual([['a', 'a']])
    world.rows = [row('n', 40, { parent: 'a' }), row('ancient', 30), ...world.rows.slice(0, 2)]
    watch.look()
    expect(told.slice(1)).toEqual([
      ['ancient', 'ancient'],
      ['a', 'n']
    ])
    world.at = 2 * 60 * 60_000
    world.rows = [row('a', 99)]
    watch.look()
    expect(told).toHaveLength(3)
  })
})
