import { JsonObject, type JsonValue } from '../../../json/json-value'

/** The object with one member replaced where it stands, or added at the end; everything else keeps its place and spelling. */
export function withMember(object: JsonObject, key: string, value: JsonValue): JsonObject {
  if (object.get(key) === undefined) return new JsonObject([...object.members, { key, value }])
  return new JsonObject(object.members.map((member) => (member.key === key ? { key, value } : member)))
}

/** The object with one member changed, where it is there and is an object itself. */
export function editMember(object: JsonObject, key: string, edit: (inner: JsonObject) => JsonObject): JsonObject {
  const inner = object.get(key)
  return inner instanceof JsonObject ? withMember(object, key, edit(inner)) : object
}

/** The object with every object in one of its lists changed. */
export function editList(object: JsonObject, key: string, edit: (item: JsonObject) => JsonObject): JsonObject {
  const list = object.get(key)
  if (!isList(list)) return object
  return withMember(
    object,
    key,
    list.map((item) => (item instanceof JsonObject ? edit(item) : item))
  )
}

/** A list of a document; empty when there is none. */
export function listIn(object: JsonObject, key: string): readonly JsonValue[] {
  const list = object.get(key)
  return isList(list) ? list : []
}

export function without(object: JsonObject, key: string): JsonObject {
  return new JsonObject(object.members.filter((member) => member.key !== key))
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}
