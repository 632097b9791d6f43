import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fromPlain, type JsonObject, toPlain } from '../../../json/json-value'
import { fixtureJson, temporaryFolder } from '../test-fixtures'
import { durableSourceProblem } from '../validation/bindings'
import { durableSourceOf, type SessionFact } from './durable-source'

const vector = fixtureJson<{ durableSource: { sessionId: string; facts: SessionFact[]; value: unknown } }>(
  'vectors-a3s.json'
).durableSource

/** Facts with values as they are digested. */
const facts = vector.facts.map((fact) => ({
  ...fact,
  cause: fromPlain(fact.cause),
  payload: fromPlain(fact.payload)
}))

const later = (seq: number): SessionFact => ({
  seq,
  type: 'a3s.goal.updated',
  key: 'goal',
  cause: fromPlain(2),
  payload: fromPlain({ goal: 'More' })
})

describe('durableSourceOf', () => {
  it('a3s-48 is the one that the crate accepted, whatever is added later', () => {
    const source = durableSourceOf(vector.sessionId, facts, 2)
    expect(source && toPlain(source)).toEqual(vector.value)
    expect(durableSourceProblem(toPlain(source as JsonObject) as Record<string, unknown>)).toBeNull()
    expect(durableSourceOf(vector.sessionId, [...facts, later(3), later(4)], 2)).toEqual(source)
    expect(durableSourceOf(vector.sessionId, [...facts].reverse(), 2)).toEqual(source)
  })

  it('a3s-48 is the same for facts in memory and for a log of lines that is opened again, whatever the order of keys', () => {
    const path = join(temporaryFolder(), 'goal-v2.jsonl')
    const lines = vector.facts.map(({ seq, type, key, cause, payload }) =>
      JSON.stringify({ payload, cause, key, type, seq })
    )
    writeFileSync(path, `${lines.join('\n')}\n`)
    const reopened = readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as SessionFact)
      .map((fact) => ({ ...fact, cause: fromPlain(fact.cause), payload: fromPlain(fact.payload) }))
    expect(durableSourceOf(vector.sessionId, reopened, 2)).toEqual(durableSourceOf(vector.sessionId, facts, 2))
  })

  it('a3s-48 is another one for another session or another earlier fact', () => {
    const source = durableSourceOf(vector.sessionId, facts, 2)
    const [first, second] = facts
    if (first === undefined || second === undefined) throw new Error('the vector has two facts')
    const changed = [{ ...first, payload: fromPlain({ version: 2 }) }, second]
    expect(durableSourceOf('goal-v3', facts, 2)).not.toEqual(source)
    expect(durableSourceOf(vector.sessionId, changed, 2)).not.toEqual(source)
    expect(durableSourceOf(vector.sessionId, facts, 1)).not.toEqual(source)
  })

  it('is none for a fact that the log does not reach', () => {
    expect(durableSourceOf(vector.sessionId, facts, 3)).toBeNull()
    expect(durableSourceOf(vector.sessionId, facts, 0)).toBeNull()
    expect(durableSourceOf(vector.sessionId, facts.slice(1), 2)).toBeNull()
  })
})
