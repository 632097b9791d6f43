import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digestOf, StoredPlan } from './stored-plan'

const sha = (digit: string) => digit.repeat(64)
const facts = (digit: string | null) =>
  digit === null
    ? { exists: false, bytes: 0, sha256: null, mode: null, modifiedAt: null }
    : { exists: true, bytes: 5, sha256: sha(digit), mode: 0o600, modifiedAt: 1 }
const where = { path: '/r/f', real: '/r/f', approvedRoot: '/r', makes: [], empties: [], because: 'so' }
const shown = { id: 's', action: 'replace', what: 'session', path: '/r/f', because: 'so' } as const

/** A plan with something in every place that a plan can have. */
const stored: StoredPlan = StoredPlan.parse({
  format: 1,
  source: { id: 'src', agent: 'tact', root: '/r', origin: 'flag', extra: { tasks: '/t' } },
  contentIn: 'plan',
  inputs: [{ path: '/r/checkpoint', sha256: sha('c') }],
  leavesOut: { asked: { keep: ['s'], replace: [] } },
  companions: [{ id: 'k', what: 'tasks', path: '/r/k', real: '/r/k', approvedRoot: '/r', state: facts('d') }],
  steps: [
    { ...shown, ...where, before: facts('a'), after: facts('b'), target: { session: 'x' } },
    {
      ...shown,
      ...where,
      id: 't',
      action: 'create',
      before: facts(null),
      after: facts('e'),
      makes: [{ path: '/r/n', mode: 0o755 }]
    }
  ],
  plan: {
    ...{
      planId: 'plan-1',
      kind: 'restore',
      digest: '',
      session: { source: 'src', id: 'x' },
      agent: 'tact',
      title: 'T'
    },
    ...{ checkpoint: 'c', operation: null, madeAt: 1, expiresAt: 2, notes: ['n'], bytes: 10, safetyCopyBytes: 5 },
    steps: [{ ...shown, before: facts('a'), after: facts('b') }],
    cannot: [{ what: 'w', because: 'b' }],
    conflicts: [
      {
        ...{ id: 'asked', code: 'changed.since', what: 'w', step: 's', default: 'keep' },
        options: [
          { value: 'keep', label: 'k', effect: 'e', leavesOut: ['s'] },
          { value: 'replace', label: 'r', effect: 'e', leavesOut: [] }
        ]
      }
    ]
  }
})

type Path = readonly (string | number)[]

/** Every single value of the plan, by the way to it. */
function leavesOf(value: unknown, way: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [way]
  return Object.entries(value).flatMap(([key, item]) =>
    leavesOf(item, [...way, Array.isArray(value) ? Number(key) : key])
  )
}

function changedAt(way: Path, to: (before: unknown) => unknown): StoredPlan {
  const copy = structuredClone(stored) as unknown as Record<string | number, unknown>
  const holder = way.slice(0, -1).reduce((at, key) => at[key] as typeof copy, copy)
  const last = way.at(-1) ?? ''
  holder[last] = to(holder[last])
  return copy as unknown as StoredPlan
}

const undecisive = ['plan/planId', 'plan/digest', 'plan/madeAt', 'plan/expiresAt']
const decides = (way: Path) =>
  !undecisive.includes(way.join('/')) && !way.join('/').startsWith('plan/notes') && way.at(-1) !== 'modifiedAt'

const another = (before: unknown) =>
  typeof before === 'number' ? before + 1 : typeof before === 'boolean' ? !before : before === null ? 'x' : `${before}x`

describe('digestOf', () => {
  const leaves = leavesOf(stored)

  it('A16 is another one when any single value that decides the outcome is another one', () => {
    const digest = digestOf(stored)
    const deciding = leaves.filter(decides)
    expect(deciding.length).toBeGreaterThan(80)
    const same = deciding.filter((way) => digestOf(changedAt(way, another)) === digest)
    expect(same).toEqual([])
  })

  it('A16 tells apart any two texts at any place, and what stands beside each other', () => {
    const texts = leaves.filter((way) => decides(way) && typeof valueAt(way) === 'string')
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.string(), fc.string(), (way, one, two) => {
        const [a, b] = [one, two].map((text) => digestOf(changedAt(way, () => text)))
        expect(a === b).toBe(one === two)
      })
    )
    const moved = structuredClone(stored)
    moved.steps.reverse()
    expect(digestOf(moved)).not.toBe(digestOf(stored))
  })

  it('stays when only a time, a note or the plan’s own id is another one', () => {
    const rest = leaves.filter((way) => !decides(way))
    expect(rest.length).toBeGreaterThan(8)
    for (const way of rest) expect(digestOf(changedAt(way, another)), way.join('/')).toBe(digestOf(stored))
  })
})

function valueAt(way: Path): unknown {
  return way.reduce((at: unknown, key) => (at as Record<string | number, unknown>)[key], stored)
}
