import type { Finding } from '@shared/domain/finding'
import type { ReadDatabase } from '../../foreign-sqlite/read-database'
import { lastEvent, readRows, readSizes } from '../database/rows'
import { decodeRow } from '../record'
import { unreadableRecord, wrongSchema } from '../record-findings'

const small = { rows: 2000, bytes: 1_000_000 }

/** Records that make tact refuse a session; a long session is checked when it is read as a whole. */
export function smallRecordFindings(database: ReadDatabase, session: string): readonly Finding[] {
  const range = { session, from: 0, through: lastEvent }
  const sizes = readSizes(database, range, small.rows + 1)
  const bytes = sizes.reduce((sum, size) => sum + size.bytes, 0)
  if (sizes.length > small.rows || bytes > small.bytes) return []
  const { rows } = readRows(database, range, { rows: small.rows, bytes: Number.POSITIVE_INFINITY })
  return rows.flatMap((row) => {
    const decoded = decodeRow(row)
    if (decoded.state === 'unreadable') return [unreadableRecord(row.eventId, decoded.why)]
    const { schemaVersion } = decoded.record
    return schemaVersion === 2 ? [] : [wrongSchema(row.eventId, schemaVersion, 2)]
  })
}
