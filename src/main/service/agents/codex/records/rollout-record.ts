import { asName, asObject, asText, isObject, type JsonObject } from '../../json-access'

/**
 * One line of a rollout, whatever its era. `type` is that of the line, `kind` that of its payload: of an `item_completed` event that
 * of the item. In the first era a line was the payload itself.
 */
export interface RolloutRecord {
  readonly type: string
  readonly kind: string
  readonly payload: JsonObject
  /** The item of an `item_completed` event. */
  readonly item: JsonObject | null
  /** Unix ms; null where the line has none. */
  readonly at: number | null
  readonly ordinal: number | null
  /** A line of the first era (up to 0.31), without an envelope. */
  readonly bare: boolean
}

/** Null for a line that is no object. */
export function rolloutRecord(value: unknown): RolloutRecord | null {
  if (!isObject(value)) return null
  const at = timeOf(value.timestamp)
  const ordinal = typeof value.ordinal === 'number' ? value.ordinal : null
  const type = asText(value.type)
  if (isObject(value.payload) && type !== null) {
    const { payload } = value
    const item = payload.type === 'item_completed' && isObject(payload.item) ? payload.item : null
    return { type, kind: asText((item ?? payload).type) ?? '', payload, item, at, ordinal, bare: false }
  }
  return bareRecord(value, type, at)
}

function bareRecord(value: JsonObject, type: string | null, at: number | null): RolloutRecord {
  const record = { payload: value, item: null, at, ordinal: null, bare: true }
  if (type !== null) return { ...record, type: 'response_item', kind: type }
  // The first line has an id and a time; lines of the state have a type of their own.
  if (value.record_type !== undefined) return { ...record, type: 'state', kind: asText(value.record_type) ?? '' }
  return { ...record, type: asName(value.id) !== null && at !== null ? 'session_meta' : '', kind: '' }
}

/** Id of the turn that a record belongs to, where it says so. */
export function turnOf({ payload }: RolloutRecord): string | null {
  return asName(payload.turn_id) ?? asName(asObject(payload.internal_chat_message_metadata_passthrough).turn_id)
}

export function timeOf(value: unknown): number | null {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? null : at
}

/** Time in an id of version 7, in Unix ms; null for any other text. */
export function timeOfId(id: string | null): number | null {
  const match = id === null ? null : /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i.exec(id)
  return match ? Number.parseInt(`${match[1]}${match[2]}`, 16) : null
}
