import { singleText } from './float-text'
import { type JsonMember, JsonNumber, JsonObject, type JsonValue } from './json-value'
import { parseLossless } from './parse-lossless'
import type { Field, Shape, StructShape } from './shape'

/**
 * The value as the program's own writer would print it: struct order, defaults filled in, empty optional fields left out,
 * widened 32-bit floats narrowed, formats in their one spelling. Keys that the struct does not know, which the program would
 * lose, are kept behind the known ones; numbers in free places keep their spelling. Of repeated keys the last one stays.
 * Only for values that `checkShape` accepts.
 */
export function writeShape(value: JsonValue, shape: Shape): JsonValue {
  switch (shape.kind) {
    case 'text':
    case 'boolean':
      return value
    case 'integer':
      return value
    case 'single':
      return value instanceof JsonNumber ? new JsonNumber(singleText(value.value)) : value
    case 'anything':
      return withoutRepeats(value)
    case 'word':
      return writeWord(value, shape.aliases)
    case 'format':
      return typeof value === 'string' ? shape.canonical(value) : value
    case 'tagged':
      return mapMembers(value, (key, inner) => {
        const variant = Object.hasOwn(shape.variants, key) ? shape.variants[key] : undefined
        return variant === undefined ? inner : writeShape(inner, variant)
      })
    case 'list':
      return isList(value) ? value.map((item) => writeShape(item, shape.of)) : value
    case 'map':
      return mapMembers(value, (_, inner) => writeShape(inner, shape.of))
    case 'struct':
      return value instanceof JsonObject ? writeStruct(value, shape) : value
  }
}

function writeStruct(value: JsonObject, shape: StructShape): JsonObject {
  const members: JsonMember[] = []
  const known = new Set<string>()
  for (const field of shape.fields) {
    known.add(field.key)
    const written = writeField(field, value.get(field.key))
    if (written !== undefined) members.push({ key: field.key, value: written })
  }
  for (const member of value.unique()) {
    if (!known.has(member.key)) members.push({ key: member.key, value: withoutRepeats(member.value) })
  }
  return new JsonObject(members)
}

function writeField(field: Field, value: JsonValue | undefined): JsonValue | undefined {
  if (value === undefined || value === null) {
    if (field.presence === 'nullable' || field.presence === 'required') return null
    if (field.presence !== 'defaulted') return undefined
    return writeShape(parseLossless(field.fallback ?? 'null'), field.shape)
  }
  const written = writeShape(value, field.shape)
  return field.presence === 'skipped' && isList(written) && written.length === 0 ? undefined : written
}

function writeWord(value: JsonValue, aliases: Readonly<Record<string, string>>): JsonValue {
  const name = value instanceof JsonObject ? value.members[0]?.key : value
  if (typeof name !== 'string') return value
  return Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name
}

function withoutRepeats(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(withoutRepeats)
  return mapMembers(value, (_, inner) => withoutRepeats(inner))
}

function mapMembers(value: JsonValue, change: (key: string, value: JsonValue) => JsonValue): JsonValue {
  if (!(value instanceof JsonObject)) return value
  return new JsonObject(value.unique().map((member) => ({ key: member.key, value: change(member.key, member.value) })))
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}
