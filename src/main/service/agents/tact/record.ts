import { asNumber, asObject, asText, isObject, type JsonObject } from './json-access'

/** One row of `events` as it is stored; `bytes` is null where its page of the database is damaged. */
export interface StoredRow {
  readonly eventId: number
  readonly bytes: Uint8Array | null
}

/** A decoded record (format: "Envelope"). */
export interface TactRecord {
  readonly eventId: number
  readonly schemaVersion: number
  readonly sequence: number | null
  /** Unix ms. */
  readonly at: number | null
  /** `<source>/<type>`, such as `agent/tool.call`. */
  readonly kind: string
  readonly type: string
  /** Which agent emitted it; null for local records. */
  readonly requestId: string | null
  readonly payload: JsonObject
}

export type Decoded =
  | { readonly state: 'ok'; readonly record: TactRecord }
  | { readonly state: 'unreadable'; readonly why: string }

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decodes as tolerantly as tact itself: unknown fields are fine, a missing `type` is not. Never throws. */
export function decodeRow(row: StoredRow): Decoded {
  if (row.bytes === null) return { state: 'unreadable', why: 'it lies on a damaged page of the database' }
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(row.bytes))
  } catch (error) {
    return { state: 'unreadable', why: error instanceof SyntaxError ? 'it is not JSON' : 'it is not UTF-8 text' }
  }
  if (!isObject(value)) return { state: 'unreadable', why: 'it is not a JSON object' }
  return decodeEnvelope(row.eventId, value)
}

function decodeEnvelope(eventId: number, value: JsonObject): Decoded {
  const schemaVersion = asNumber(value.schema_version)
  const source = asText(value.source)
  const type = asText(value.type)
  if (schemaVersion === null || source === null || type === null) {
    return { state: 'unreadable', why: 'it lacks schema_version, source or type' }
  }
  return {
    state: 'ok',
    record: {
      eventId,
      schemaVersion,
      sequence: asNumber(value.sequence),
      at: asNumber(value.recorded_at_unix_ms),
      kind: `${source}/${type}`,
      type,
      requestId: asText(asObject(value.agent).request_id),
      payload: asObject(value.payload)
    }
  }
}

/** The stored JSON with its own spelling; broken bytes become replacement characters. */
export function rowText(row: StoredRow): string {
  return row.bytes === null ? '' : new TextDecoder().decode(row.bytes)
}

/**
 * `<source>/<type>` from the first bytes of a record as tact writes it, without parsing the rest; null when it does not
 * begin like that.
 */
export function peekKind(row: StoredRow): string | null {
  return head(row)?.kind ?? null
}

/** The sequence number, found the same way, or by parsing the record. */
export function peekSequence(row: StoredRow): number | null {
  const found = head(row)
  if (found) return found.sequence
  const decoded = decodeRow(row)
  return decoded.state === 'ok' ? decoded.record.sequence : null
}

const headPattern =
  /^\{"schema_version":\d+,"sequence":(\d+),"recorded_at_unix_ms":\d+,"source":"(\w+)","type":"([\w.]+)"/

function head(row: StoredRow): { kind: string; sequence: number } | null {
  if (row.bytes === null) return null
  const { buffer, byteOffset, length } = row.bytes
  const match = headPattern.exec(Buffer.from(buffer, byteOffset, Math.min(length, 240)).toString('latin1'))
  return match ? { sequence: Number(match[1]), kind: `${match[2]}/${match[3]}` } : null
}
