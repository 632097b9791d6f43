/** A point in time with the digits that a JavaScript Date loses. */
export interface Timestamp {
  /** Unix milliseconds, rounded down. */
  readonly ms: number
  /** Nanoseconds since 1970. */
  readonly nanoseconds: bigint
}

const pattern = /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/

/** Reads the spellings that the agent accepts (RFC 3339 with any offset, a space for `T`, lowercase `z`); null for others. */
export function parseTimestamp(text: string): Timestamp | null {
  const parts = pattern.exec(text)
  if (parts === null) return null
  const part = (index: number) => Number(parts[index] ?? 0)
  const [year, month, day, hour, minute, second] = [part(1), part(2), part(3), part(4), part(5), part(6)]
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null
  if (hour > 23 || minute > 59 || second > 60 || part(9) > 23 || part(10) > 59) return null
  const offset = (parts[8] === '-' ? -1 : 1) * (part(9) * 60 + part(10)) * 60_000
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute, second)
  const wholeMs = date.getTime() - offset
  const fraction = BigInt((parts[7] ?? '').slice(0, 9).padEnd(9, '0'))
  return { ms: wholeMs + Number(fraction / 1_000_000n), nanoseconds: BigInt(wholeMs) * 1_000_000n + fraction }
}

/** What the agent itself writes, but for the 29th of February: right without looking further, and read by `Date.parse`. */
const usual =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?Z$/

/** Whether the agent accepts this as a time. */
export function isTimestamp(text: string): boolean {
  return usual.test(text) || parseTimestamp(text) !== null
}

/** Unix milliseconds of a time as stored, rounded down; null for anything that is none. */
export function millisecondsOf(value: unknown): number | null {
  if (typeof value !== 'string') return null
  return usual.test(value) ? Date.parse(value) : (parseTimestamp(value)?.ms ?? null)
}

/** The spelling that the agent writes: UTC with `Z`, and the fewest of 0, 3, 6 or 9 digits that are exact. */
export function canonicalTimestamp(text: string): string | null {
  const time = parseTimestamp(text)
  if (time === null) return null
  const fraction = ((time.nanoseconds % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n
  const wholeMs = Number((time.nanoseconds - fraction) / 1_000_000n)
  const digits = String(fraction).padStart(9, '0')
  const kept = [0, 3, 6, 9].find((count) => /^0*$/.test(digits.slice(count))) ?? 9
  const start = new Date(wholeMs).toISOString().slice(0, -5)
  return kept === 0 ? `${start}Z` : `${start}.${digits.slice(0, kept)}Z`
}

/** Newest first, down to the nanosecond; what has no readable time comes last. */
export function newestFirst(a: string | null, b: string | null): number {
  const left = a === null ? null : parseTimestamp(a)
  const right = b === null ? null : parseTimestamp(b)
  if (left === null || right === null) return (left === null ? 1 : 0) - (right === null ? 1 : 0)
  if (left.nanoseconds === right.nanoseconds) return 0
  return left.nanoseconds < right.nanoseconds ? 1 : -1
}

function daysIn(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
}
