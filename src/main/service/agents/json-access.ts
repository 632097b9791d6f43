/** A JSON object of unknown shape: nothing in another program's record is trusted. */
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

/** A text that says something. */
export function asName(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

export function asNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** A time in Unix ms that a date can have. */
export function asTime(value: unknown): number | null {
  const time = asNumber(value)
  return time !== null && time >= 0 && time <= 8.64e15 ? Math.floor(time) : null
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The value of a JSON text; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text) as unknown
  } catch {
    return undefined
  }
}

/** The value behind a text that is JSON; the text itself otherwise. */
export function parseIfJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
