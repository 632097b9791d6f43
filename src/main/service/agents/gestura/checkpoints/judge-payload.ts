import { checkShape } from '../../../json/check-shape'
import { countAccepted } from '../../../json/count-accepted'
import { JsonNumber, JsonObject } from '../../../json/json-value'
import { isFields } from '../reading/fields'
import { problemText } from '../sessions/session-findings'
import { payloadSchema, sessionPayload } from '../shapes/checkpoint-shape'

/** Why the agent would not restore a payload, under the name of its error. */
export interface PayloadRefusal {
  readonly error: 'Serde' | 'UnsupportedSchema' | 'InvalidInput'
  readonly why: string
}

/**
 * Judges a checkpoint's payload in the agent's order: first the types of everything, then the schema, then that session and task list
 * carry one id. Null when it would be restored. Takes plain and lossless values.
 */
export function judgePayload(payload: unknown): PayloadRefusal | null {
  const quick = !(payload instanceof JsonObject) && countAccepted(payload, sessionPayload) !== null
  const problems = quick ? [] : checkShape(payload, sessionPayload, { generic: true })
  const schema = numberAt(payload, 'schema_version')
  if (problems.length > 0) {
    const hint = schema !== null && schema !== payloadSchema ? `it is of schema ${schema}, and ` : ''
    return { error: 'Serde', why: `${hint}${problemText(problems)}` }
  }
  if (schema !== payloadSchema) {
    return { error: 'UnsupportedSchema', why: `it is of schema ${schema}, and gestura knows only ${payloadSchema}` }
  }
  if (memberOf(memberOf(payload, 'session'), 'id') !== memberOf(memberOf(payload, 'tasks'), 'session_id')) {
    return { error: 'InvalidInput', why: 'its session and its task list carry different session ids' }
  }
  return null
}

/** A member of a plain or lossless object; undefined when there is none. */
export function memberOf(value: unknown, key: string): unknown {
  if (value instanceof JsonObject) return value.get(key)
  return isFields(value) ? value[key] : undefined
}

function numberAt(value: unknown, key: string): number | null {
  const found = memberOf(value, key)
  if (found instanceof JsonNumber) return found.value
  return typeof found === 'number' ? found : null
}
