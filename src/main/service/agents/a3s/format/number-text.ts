import { doubleText, singleText } from '../../../json/float-text'

const integer = /^-?(?:0|[1-9]\d*)$/
const ranges = {
  u8: [0n, 255n],
  u32: [0n, 4294967295n],
  u64: [0n, 18446744073709551615n],
  usize: [0n, 18446744073709551615n],
  u128: [0n, 340282366920938463463374607431768211455n],
  i32: [-2147483648n, 2147483647n],
  i64: [-9223372036854775808n, 9223372036854775807n]
} as const

/** The integer that serde_json reads; null when it reads a float: a fraction, an exponent, `-0`, or beyond 64 bits (format 0.3). */
export function integerOf(token: string): bigint | null {
  if (token === '-0' || !integer.test(token)) return null
  const value = BigInt(token)
  return value >= ranges.i64[0] && value <= ranges.u64[1] ? value : null
}

/** Whether an integer fits a Rust type. */
export function inRange(value: bigint, type: keyof typeof ranges): boolean {
  return value >= ranges[type][0] && value <= ranges[type][1]
}

/** A number of free-form JSON as the crate writes it. */
export function freeNumberText(token: string): string {
  return integerOf(token) === null ? f64Text(Number(token)) : token
}

/** Text of an f64 as serde_json 1.0.154 writes it, with the sign of a positive exponent: `1e+16` (format 0.3). */
export function f64Text(value: number): string {
  return signed(doubleText(value))
}

/** Text of an f32: the fewest digits that read back as the same f32. */
export function f32Text(value: number): string {
  return signed(singleText(value))
}

function signed(text: string): string {
  return text.replace(/e(?=\d)/, 'e+')
}
