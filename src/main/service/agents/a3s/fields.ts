/** Defensive access to plain JSON: a damaged or foreign document must never make a reader throw. */
export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The text, or nothing when the value is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A finite number that a date can be made of; null otherwise. */
export function timeOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= 8.64e15 ? value : null
}

/** Unix seconds as Unix milliseconds. */
export function secondsOf(value: unknown): number | null {
  return typeof value === 'number' ? timeOf(value * 1000) : null
}
