import { fromPlain, JsonNumber, type JsonObject, type JsonValue, jsonObject } from '../../../json/json-value'
import { domainDigest } from '../digest'
import { sortedText } from '../format/canonical-text'

/** One fact of a session's effect log, as it is digested. */
export interface SessionFact {
  readonly seq: number
  readonly type: string
  readonly key: string
  readonly cause: JsonValue
  readonly payload: JsonValue
}

const domain = 'a3s.code.session-fact-source.v1'

/**
 * What a session's saved state says about its effect log: the number of the last fact that it depends on, and a digest over the session's id
 * and all facts up to that one (format 2.2; checked with the vector `durableSource`). Later facts do not count.
 *
 * @param sequence of that fact.
 * @returns null when the log does not hold it, or not everything before it.
 */
export function durableSourceOf(session: string, facts: readonly SessionFact[], sequence: number): JsonObject | null {
  const counted = facts.filter(({ seq }) => seq <= sequence).sort((a, b) => a.seq - b.seq)
  if (sequence < 1 || counted.length !== sequence || counted.some(({ seq }, index) => seq !== index + 1)) return null
  const digest = domainDigest(domain, sortedText([session, counted.map(factValue)]))
  return jsonObject([
    ['sequence', new JsonNumber(String(sequence))],
    ['identity', fromPlain({ schema: 'a3s.code.execution-identity.v1', domain, digest })]
  ])
}

function factValue({ seq, type, key, cause, payload }: SessionFact): JsonObject {
  return jsonObject([
    ['seq', new JsonNumber(String(seq))],
    ['type', type],
    ['key', key],
    ['cause', cause],
    ['payload', payload]
  ])
}
