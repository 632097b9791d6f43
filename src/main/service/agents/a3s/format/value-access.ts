import { JsonNumber, JsonObject } from '../../../json/json-value'

/**
 * Access to a document that is either lossless (`parseLossless`) or plain (`JSON.parse`). Plain ones serve large files: there
 * the spelling of numbers is lost, nothing else that a check needs.
 */
export type Members = readonly (readonly [string, unknown])[]

/** Members without repetitions (the last value counts); undefined when the value is no object. */
export function membersOf(value: unknown): Members | undefined {
  if (value instanceof JsonObject) return value.unique().map((member) => [member.key, member.value])
  return isPlainObject(value) ? Object.entries(value) : undefined
}

/** Members as spelled, with repetitions where they are known. */
export function spelledMembersOf(value: unknown): Members | undefined {
  return value instanceof JsonObject ? value.members.map((member) => [member.key, member.value]) : membersOf(value)
}

export function memberOf(value: unknown, key: string): unknown {
  if (value instanceof JsonObject) return value.get(key)
  return isPlainObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** Spelling of a number; of a plain one the spelling that it most likely had. undefined when the value is no number. */
export function numberToken(value: unknown): string | undefined {
  if (value instanceof JsonNumber) return value.text
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'number') return undefined
  return Number.isInteger(value) && !Object.is(value, -0) ? BigInt(value).toString() : String(value)
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
}
