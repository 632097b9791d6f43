import { JsonNumber, JsonObject, type JsonValue } from '../../../json/json-value'
import { writeCompact } from '../../../json/write-json'
import { compareBytes } from './compare-bytes'
import { f32Text, f64Text, freeNumberText } from './number-text'
import type { Field, Shape, StructShape } from './shape'
import { timeText } from './time-text'

/**
 * The compact text that the running crate would write for a document that it reads: fields in its own order, defaults added,
 * unknown fields left out, numbers in its spelling (format 0.3, 6.3). The value must fit the shape (see `explain`).
 */
export function canonicalText(shape: Shape, value: JsonValue): string {
  switch (shape.is) {
    case 'text':
    case 'flag':
    case 'choice':
      return JSON.stringify(value)
    case 'integer':
      return (value as JsonNumber).text
    case 'float': {
      const number = (value as JsonNumber).value
      return shape.bits === 32 ? f32Text(number) : f64Text(number)
    }
    case 'time':
      return JSON.stringify(timeText(value as string))
    case 'anything':
      return sortedText(value)
    case 'as found':
      return writeCompact(value)
    case 'optional':
      return value === null ? 'null' : canonicalText(shape.of, value)
    case 'list':
      return `[${(value as readonly JsonValue[]).map((item) => canonicalText(shape.of, item)).join(',')}]`
    case 'map':
      return `{${(value as JsonObject)
        .unique()
        .map(({ key, value: inner }) => `${JSON.stringify(key)}:${canonicalText(shape.of, inner)}`)
        .join(',')}}`
    case 'struct':
      return `{${structText(shape, value as JsonObject).join(',')}}`
    case 'tagged':
      return taggedText(shape.tag, shape.variants, value as JsonObject)
    case 'either':
      return canonicalText(eitherOf(shape.of, value), value)
    case 'text or':
      return typeof value === 'string'
        ? `{${JSON.stringify(shape.field)}:${JSON.stringify(value)}}`
        : canonicalText(shape.of, value)
  }
}

/** Free-form JSON with keys sorted bytewise at every level, repeated keys once. */
export function sortedText(value: JsonValue): string {
  if (value instanceof JsonNumber) return freeNumberText(value.text)
  if (value instanceof JsonObject) {
    const members = [...value.unique()].sort((a, b) => compareBytes(a.key, b.key))
    return `{${members.map(({ key, value: inner }) => `${JSON.stringify(key)}:${sortedText(inner)}`).join(',')}}`
  }
  if (Array.isArray(value)) return `[${value.map(sortedText).join(',')}]`
  return JSON.stringify(value)
}

function structText(shape: StructShape, object: JsonObject): string[] {
  const parts: string[] = []
  for (const field of shape.fields) {
    const written = fieldText(field, object)
    if (written !== null) parts.push(`${JSON.stringify(field.name)}:${written}`)
  }
  return parts
}

function fieldText(field: Field, object: JsonObject): string | null {
  if (field.omitted === 'never written') return null
  const found = object.get(field.name) ?? (field.alias === undefined ? undefined : object.get(field.alias))
  const written = found === undefined ? absentText(field) : canonicalText(field.shape, found)
  return field.omitted !== undefined && written === field.omitted.when ? null : written
}

function absentText(field: Field): string {
  return typeof field.absent === 'object' ? field.absent.text : 'null'
}

function taggedText(tag: string, variants: Readonly<Record<string, StructShape>>, object: JsonObject): string {
  const name = object.get(tag) as string
  const shape = variants[name]
  const rest = shape === undefined ? [] : structText(shape, object)
  return `{${[`${JSON.stringify(tag)}:${JSON.stringify(name)}`, ...rest].join(',')}}`
}

/** Of text and list, which are the only alternatives in these documents, the one that the value is. */
function eitherOf(shapes: readonly Shape[], value: JsonValue): Shape {
  const wanted = typeof value === 'string' ? 'text' : 'list'
  return shapes.find((shape) => shape.is === wanted) ?? { is: 'anything' }
}
