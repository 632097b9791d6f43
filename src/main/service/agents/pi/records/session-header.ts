import { asName, asNumber, asObject } from '../../json-access'
import { idInName } from '../files/session-files'

/** The first record of a file (format: "Where"). */
export interface SessionHeader {
  readonly id: string | null
  readonly cwd: string | null
  readonly startedAt: number | null
  /** Generation of the format; 1 has no ids of records. */
  readonly version: number
  /** Session that it was forked from: the header has the path of its file. */
  readonly parent: string | null
}

/** Null for a record that is no header. */
export function readHeader(value: unknown): SessionHeader | null {
  const header = asObject(value)
  if (header.type !== 'session') return null
  const parent = asName(header.parentSession)
  return {
    id: asName(header.id),
    cwd: asName(header.cwd),
    startedAt: timeOf(header.timestamp),
    version: asNumber(header.version) ?? 1,
    parent: parent === null ? null : (idInName(parent) ?? parent)
  }
}

/** A time as text or as a number of milliseconds, in Unix ms. */
export function timeOf(value: unknown): number | null {
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return Math.round(value)
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? null : at
}
