import type { ConfigEntry } from '@shared/domain/config'
import { findSecretShapes } from './find-secret-shapes'
import { judgeName } from './secret-names'

export type Mask = NonNullable<ConfigEntry['masked']>

/** Longer text is never a plain setting. */
const longestPlainText = 500

/** A map of a configuration: a plain object or a `Map`, not a date or another class. */
export function isMap(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  if (value instanceof Map) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Text of a scalar; null for a value that no format we read gives. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'bigint' || typeof value === 'number') return String(value)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString()
  return null
}

/** Whether a text is the name of an environment variable, as people write one. */
function namesVariable(text: string): boolean {
  return /^[A-Z_][A-Z_0-9]{0,63}$/.test(text)
}

/**
 * The mask for a value in a map such as `header_env`, whose values name environment variables: somebody may have put the secret itself
 * there. null where the map is another one.
 */
export function variableMask(value: unknown, parent: string | number | undefined): Mask | null {
  if (typeof parent !== 'string' || !/[a-z]_env$/i.test(parent) || typeof value !== 'string') return null
  return namesVariable(value) ? null : { kind: 'name of a variable', because: 'value' }
}

/** The mask that a name asks for, whatever stands there; null for none. */
export function nameMask(value: unknown, name: string | number | undefined): Mask | null {
  if (typeof name !== 'string') return null
  const verdict = judgeName(name)
  const container = Array.isArray(value) || isMap(value)
  if (verdict.meaning === 'secret') {
    // `auth` also names whole sections; what is in them is judged by its own name.
    return isMap(value) && /^auth$/i.test(name) ? null : { kind: verdict.kind, because: 'name' }
  }
  if (verdict.meaning === 'count' && (container || typeof value === 'string'))
    return { kind: verdict.kind, because: 'name' }
  if (verdict.meaning === 'variable' && typeof value === 'string' && !namesVariable(value)) {
    return { kind: verdict.kind, because: 'value' }
  }
  return null
}

/** A URL is plain only when nothing in it could be a key: no query, no fragment, and path parts that are words or versions. */
function hasUnusualUrl(text: string): boolean {
  const scheme = text.indexOf('://')
  if (scheme < 0) return false
  const rest = text.slice(scheme + 3)
  if (/[?#@\s]/.test(rest)) return true
  const parts = rest.split('/').slice(1)
  return parts.some((part) => part !== '' && !/^(?:[a-z]{1,16}|v\d{1,2}(?:alpha|beta)?\d{0,2})$/i.test(part))
}

/** The mask that a text asks for even where plain text is allowed; null for none. */
export function valueMask(text: string): Mask | null {
  if (text.length > longestPlainText) return { kind: 'long text', because: 'not on the list of plain settings' }
  const shape = findSecretShapes(text)[0]
  if (shape) return { kind: shape.kind, because: 'value' }
  if (hasUnusualUrl(text)) return { kind: 'url', because: 'value' }
  if (/^\d{13,}$/.test(text)) return { kind: 'long number', because: 'value' }
  return null
}
