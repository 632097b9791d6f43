import { describe, expect, it } from 'vitest'
import { fromPlain, type JsonObject, type JsonValue, toPlain } from '../../../json/json-value'
import { loadSnapshot } from '../store/load-session'
import { storeCopy } from '../test-fixtures'
import { withMember } from './document-edits'
import { addFinding, rebindReview, reviewProblem } from './review'

/** The findings that the crate itself saved about a session. */
function review(): JsonObject {
  const loaded = loadSnapshot(storeCopy('weather'), 'barometer-7f3a1c', null)
  if (!loaded.ok || loaded.value === null) throw new Error('absent')
  return loaded.value.snapshot.get('session_review') as JsonObject
}

const owner = 'barometer-7f3a1c'
const findingsOf = (of: JsonObject) => of.get('findings') as readonly JsonObject[]
const idsOf = (of: JsonObject) => findingsOf(of).map((finding) => finding.get('findingId'))

function finding(changes: Record<string, JsonValue> = {}): JsonObject {
  const [first] = findingsOf(review())
  return Object.entries({ findingId: 'f-2b', ...changes }).reduce(
    (made, [key, value]) => withMember(made, key, value),
    first as JsonObject
  )
}

describe('addFinding', () => {
  it('a3s-52 takes a pending finding with an id of its own, and keeps them sorted', () => {
    const added = addFinding(review(), finding())
    expect(added.ok && idsOf(added.value)).toEqual(
      ['f-1', 'f-2', 'f-2b', 'f-3'].concat(idsOf(review()).slice(3) as string[])
    )
    expect(added.ok && reviewProblem(added.value, owner)).toBeNull()
  })

  it.each([
    ['is not pending', { status: 'accepted' }, /pending/],
    ['has an id that is there', { findingId: 'f-1' }, /same findingId/],
    ['belongs to another session', { sessionId: 'other' }, /another session/],
    ['has an empty id', { findingId: '' }, /findingId is invalid/],
    ['has a line feed in its id', { findingId: 'f\n2' }, /findingId is invalid/],
    ['has a long id', { findingId: 'f'.repeat(257) }, /findingId is invalid/],
    ['has a long claim', { claim: 'é'.repeat(8193) }, /claim is longer/],
    [
      'has half a range',
      { subject: fromPlain({ type: 'transcript', turnId: 't', charStart: 1 }) },
      /charStart and charEnd/
    ],
    ['has an unknown field', { more: 'x' }, /unknown field/]
  ] as const)('a3s-52 refuses a finding that %s', (_, changes, why) => {
    const added = addFinding(review(), finding(changes as Record<string, JsonValue>))
    expect(added).toMatchObject({ ok: false, kind: 'review-invalid', error: expect.stringMatching(why) })
  })

  it('a3s-52 holds at most 256', () => {
    let full = withMember(review(), 'findings', [])
    for (let number = 0; number < 256; number++) {
      const added = addFinding(full, finding({ findingId: `f-${number}` }))
      if (!added.ok) throw new Error(added.error)
      full = added.value
    }
    expect(addFinding(full, finding())).toMatchObject({ error: expect.stringMatching(/at most 256/) })
  })
})

describe('rebindReview', () => {
  it('a3s-52 a3s-28 changes the owner of the store and of every finding, and nothing else', () => {
    const rebound = rebindReview(review(), 'fork-9')
    if (!rebound.ok) throw new Error(rebound.error)
    const before = toPlain(review()) as { findings: object[] }
    expect(toPlain(rebound.value)).toEqual({
      ...before,
      sessionId: 'fork-9',
      findings: before.findings.map((each) => ({ ...each, sessionId: 'fork-9' }))
    })
    expect(rebindReview(review(), 'x'.repeat(257))).toMatchObject({ ok: false })
    expect(rebindReview(review(), 'a\rb')).toMatchObject({ ok: false })
  })
})
