import { f64Text, integerOf } from './number-text'
import { membersOf, numberToken } from './value-access'

/** How serde's messages name a value that was found: `string "x"`, `integer 1` in backticks, `map`. */
export function unexpected(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'boolean') return `boolean \`${value}\``
  if (typeof value === 'string') return `string ${JSON.stringify(value)}`
  const token = numberToken(value)
  if (token !== undefined) {
    const integer = integerOf(token)
    return integer === null ? `floating point \`${f64Text(Number(token))}\`` : `integer \`${integer}\``
  }
  return membersOf(value) === undefined ? 'sequence' : 'map'
}

/** How serde lists names: "`a`", "`a` or `b`", "one of `a`, `b`, `c`". */
export function oneOf(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``)
  if (quoted.length === 1) return `${quoted[0]}`
  if (quoted.length === 2) return `${quoted[0]} or ${quoted[1]}`
  return `one of ${quoted.join(', ')}`
}
