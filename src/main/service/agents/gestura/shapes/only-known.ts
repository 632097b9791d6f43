import { JsonObject, type JsonValue } from '../../../json/json-value'
import type { Shape } from '../../../json/shape'

/** The value with the keys that its structs name and nothing else: what a program keeps that reads it and writes it again. */
export function onlyKnown(value: JsonValue, shape: Shape): JsonValue {
  if (shape.kind === 'list') return Array.isArray(value) ? value.map((item) => onlyKnown(item, shape.of)) : value
  if (!(value instanceof JsonObject)) return value
  if (shape.kind === 'map') {
    return new JsonObject(value.unique().map(({ key, value: inner }) => ({ key, value: onlyKnown(inner, shape.of) })))
  }
  if (shape.kind !== 'struct') return value
  const shapes = new Map(shape.fields.map((field) => [field.key, field.shape]))
  return new JsonObject(
    value.unique().flatMap(({ key, value: inner }) => {
      const known = shapes.get(key)
      return known === undefined ? [] : [{ key, value: onlyKnown(inner, known) }]
    })
  )
}
