import { deepestNesting } from '../../../json/check-shape'
import { JsonNumber, JsonObject, type JsonValue } from '../../../json/json-value'
import type { Shape } from '../../../json/shape'

/** A value without the keys that a payload could not hold, and how many of them there were. */
export interface Kept {
  readonly value: JsonValue
  readonly dropped: number
}

/**
 * Leaves out what stands below keys that the agent does not know and that its own reader skips in a session file, but would stumble over
 * in a payload, where everything is decoded: more levels than it takes, half a surrogate pair, a number beyond a double (format page,
 * section 1). `level` is that of the value itself in the checkpoint file, counted from 1.
 */
export function dropUnfit(value: JsonValue, shape: Shape, level: number): Kept {
  let dropped = 0
  const visit = (inner: JsonValue, of: Shape, at: number): JsonValue => {
    if (of.kind === 'list') return Array.isArray(inner) ? inner.map((item) => visit(item, of.of, at + 1)) : inner
    if (of.kind !== 'struct' || !(inner instanceof JsonObject)) return inner
    const shapes = new Map(of.fields.map((field) => [field.key, field.shape]))
    return new JsonObject(
      inner.members.flatMap((member) => {
        const known = shapes.get(member.key)
        if (known !== undefined) return [{ key: member.key, value: visit(member.value, known, at + 1) }]
        if (member.key.isWellFormed() && fitsPayload(member.value, deepestNesting - at)) return [member]
        dropped += 1
        return []
      })
    )
  }
  return { value: visit(value, shape, level), dropped }
}

/** Keeps its own stack: nobody has looked at the depth of such a value yet. */
function fitsPayload(value: JsonValue, levels: number): boolean {
  const waiting: { readonly value: JsonValue; readonly levels: number }[] = [{ value, levels }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value: inner, levels: left } = next
    if (typeof inner === 'string' && !inner.isWellFormed()) return false
    if (inner instanceof JsonNumber && !Number.isFinite(inner.value)) return false
    const isObject = inner instanceof JsonObject
    if (!isObject && !Array.isArray(inner)) continue
    if (left <= 0) return false
    if (isObject && inner.members.some(({ key }) => !key.isWellFormed())) return false
    const below: readonly JsonValue[] = isObject ? inner.members.map((member) => member.value) : inner
    for (const each of below) waiting.push({ value: each, levels: left - 1 })
  }
  return true
}
