import { JsonNumber, JsonObject, type JsonValue } from '../../../json/json-value'
import { integerOf } from '../format/number-text'

/** A plain value whose integers beyond 2^53 are bigints, so that 64-bit counts compare exactly. */
export function exactPlain(value: JsonValue): unknown {
  if (value instanceof JsonNumber) {
    const integer = integerOf(value.text)
    return integer === null || Number.isSafeInteger(Number(integer)) ? value.value : integer
  }
  if (value instanceof JsonObject) {
    const plain: Record<string, unknown> = Object.create(null)
    for (const { key, value: inner } of value.members) plain[key] = exactPlain(inner)
    return plain
  }
  return Array.isArray(value) ? value.map(exactPlain) : value
}
