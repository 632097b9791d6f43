import { doubleText } from '../../../json/float-text'
import { type JsonMember, JsonNumber, JsonObject, type JsonValue } from '../../../json/json-value'
import type { Shape } from '../../../json/shape'

/**
 * A typed value as it stands inside a checkpoint's payload, where the agent's writer takes it through a generic value first: keys
 * sorted by their bytes, 32-bit floats widened (format page, section 1). Free values keep their order and their numbers.
 */
export function payloadValue(value: JsonValue, shape: Shape): JsonValue {
  switch (shape.kind) {
    case 'single':
      return value instanceof JsonNumber ? new JsonNumber(doubleText(Math.fround(value.value))) : value
    case 'list':
      return Array.isArray(value) ? value.map((item) => payloadValue(item, shape.of)) : value
    case 'map':
      return sorted(value, () => shape.of)
    case 'struct': {
      const shapes = new Map(shape.fields.map((field) => [field.key, field.shape]))
      return sorted(value, (key) => shapes.get(key))
    }
    default:
      return value
  }
}

function sorted(value: JsonValue, shapeOf: (key: string) => Shape | undefined): JsonValue {
  if (!(value instanceof JsonObject)) return value
  const members = value.unique().map((member): JsonMember => {
    const shape = shapeOf(member.key)
    return shape === undefined ? member : { key: member.key, value: payloadValue(member.value, shape) }
  })
  return new JsonObject([...members].sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key))))
}
