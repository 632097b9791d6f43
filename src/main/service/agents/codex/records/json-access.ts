/** A JSON object of unknown shape. Codex writes other things than its format says, so nothing in it is trusted. */
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

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The value behind a text that is JSON; the text itself otherwise. */
export function parseIfJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
