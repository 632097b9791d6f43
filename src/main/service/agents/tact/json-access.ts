/** A JSON object of unknown shape. Agents write other things than their format says, so nothing in it is trusted. */
export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

export function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

export function asNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** The value behind a text that is JSON; the text itself otherwise. */
export function parseIfJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Nanoseconds as whole milliseconds, as the domain has them; null when it is not a sensible duration. */
export function nanosecondsToMs(value: unknown): number | null {
  const nanoseconds = asNumber(value)
  return nanoseconds === null || nanoseconds < 0 ? null : Math.round(nanoseconds / 1e6)
}
