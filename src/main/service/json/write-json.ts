import { JsonNumber, JsonObject, type JsonValue } from './json-value'

/**
 * Writes as serde_json's pretty printer does: two spaces, `[]` and `{}` for empty ones, text outside ASCII as it is, no line
 * feed at the end. Numbers keep their spelling. Recursive: only for values whose depth was checked.
 */
export function writePretty(value: JsonValue): string {
  return pretty(value, '\n')
}

/** Writes without any whitespace, as serde_json's compact printer does. */
export function writeCompact(value: JsonValue): string {
  if (value instanceof JsonNumber) return value.text
  if (value instanceof JsonObject) {
    return `{${value.members.map((member) => `${JSON.stringify(member.key)}:${writeCompact(member.value)}`).join(',')}}`
  }
  if (isList(value)) return `[${value.map(writeCompact).join(',')}]`
  return JSON.stringify(value)
}

function pretty(value: JsonValue, indent: string): string {
  const deeper = `${indent}  `
  if (value instanceof JsonNumber) return value.text
  if (value instanceof JsonObject) {
    if (value.members.length === 0) return '{}'
    const lines = value.members.map((member) => `${JSON.stringify(member.key)}: ${pretty(member.value, deeper)}`)
    return `{${deeper}${lines.join(`,${deeper}`)}${indent}}`
  }
  if (isList(value)) {
    if (value.length === 0) return '[]'
    return `[${deeper}${value.map((item) => pretty(item, deeper)).join(`,${deeper}`)}${indent}]`
  }
  return JSON.stringify(value)
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}
