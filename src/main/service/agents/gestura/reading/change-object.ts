import { JsonObject, type JsonValue } from '../../../json/json-value'

/** The object with one member replaced where it stands, or added at the end; undefined takes it out. */
export function withMember(object: JsonObject, key: string, value: JsonValue | undefined): JsonObject {
  const others = object.unique()
  if (value === undefined) return new JsonObject(others.filter((member) => member.key !== key))
  const isThere = others.some((member) => member.key === key)
  if (!isThere) return new JsonObject([...others, { key, value }])
  return new JsonObject(others.map((member) => (member.key === key ? { key, value } : member)))
}

/** The object of a member, an empty one where there is none. */
export function objectIn(object: JsonObject, key: string): JsonObject {
  const value = object.get(key)
  return value instanceof JsonObject ? value : new JsonObject([])
}

/** The list of a member, an empty one where there is none. */
export function listIn(object: JsonObject, key: string): readonly JsonValue[] {
  const value = object.get(key)
  return Array.isArray(value) ? value : []
}

/** The text of a member; null where it is none. */
export function textIn(object: JsonObject, key: string): string | null {
  const value = object.get(key)
  return typeof value === 'string' ? value : null
}
