import { createHash } from 'node:crypto'
import {
  type DecodedState,
  encodedEnd,
  encodeHeader,
  encodeRow,
  type StateHeader,
  type StateRow,
  type Table,
  tables
} from './state-bytes'
import { asStoredText, beforeAll, rowsSql, valuesOf } from './state-rows'
import type { WriterConnection } from './writer-connection'

/** What a transaction has to do so that a session's rows become the wanted ones. Rows that stay are not touched. */
export interface RowDifferences {
  /** SHA-256 of the state that is there; null when no row is. */
  readonly found: string | null
  /** Set when the row has to become another one, null when it goes. */
  readonly sessions?: StateRow | null
  readonly resumeState?: StateRow | null
  readonly removeEvents: readonly bigint[]
  /** Ascending by event id. */
  readonly addEvents: readonly StateRow[]
  /** How many events are there. */
  readonly events: number
}

const largestBatch = 4_000_000

/** Compares what a session has, inside the writer's transaction, with what it shall have (null: nothing). */
export async function rowDifferences(
  writer: WriterConnection,
  header: StateHeader,
  wanted: DecodedState | null
): Promise<RowDifferences> {
  const left = new Map<string, StateRow>()
  for (const row of wanted?.rows() ?? []) left.set(keyOf(row), row)
  const hash = createHash('sha256').update(encodeHeader(header))
  const removeEvents: bigint[] = []
  const found: Partial<Record<Table, 'same' | 'other'>> = {}
  let rows = 0
  let events = 0
  for (const table of tables) {
    for await (const row of rowsThere(writer, header, table)) {
      rows += 1
      events += table === 'events' ? 1 : 0
      hash.update(row.bytes)
      const same = left.get(keyOf(row))
      const isSame = same !== undefined && Buffer.compare(same.bytes, row.bytes) === 0
      if (isSame) left.delete(keyOf(row))
      else if (table === 'events') removeEvents.push(eventIdOf(row))
      if (table !== 'events') found[table] = isSame ? 'same' : 'other'
    }
  }
  const single = (table: 'sessions' | 'resume_states') =>
    left.get(table) ?? (found[table] === 'other' ? null : undefined)
  const [sessions, resumeState] = [single('sessions'), single('resume_states')]
  return {
    found: rows === 0 ? null : hash.update(encodedEnd).digest('hex'),
    ...(sessions === undefined ? {} : { sessions }),
    ...(resumeState === undefined ? {} : { resumeState }),
    removeEvents,
    events,
    addEvents: [...left.values()].filter((row) => row.table === 'events')
  }
}

/** Event ids come first among the columns. */
export function eventIdOf(row: StateRow): bigint {
  const [id] = row.values
  return id?.type === 'integer' ? id.value : 0n
}

function keyOf(row: StateRow): string {
  return row.table === 'events' ? `events ${eventIdOf(row)}` : row.table
}

/** In batches that grow and shrink with the size of the rows, since they cross from one process to another. */
async function* rowsThere(writer: WriterConnection, header: StateHeader, table: Table): AsyncIterable<StateRow> {
  const columns = header.columns[table]
  const sql = rowsSql(table, columns)
  const session = asStoredText(header.session)
  let after = beforeAll
  for (let limit = 32; ; ) {
    const paging = table === 'events' ? [after, BigInt(limit)] : []
    const rows = await writer.cells(sql, header.session, ...paging)
    let bytes = 0
    for (const found of rows) {
      const values = valuesOf(found, columns, session)
      const row: StateRow = { table, values, bytes: encodeRow(table, values) }
      bytes += row.bytes.length
      yield row
      if (table === 'events') after = eventIdOf(row)
    }
    if (table !== 'events' || rows.length < limit) return
    limit = Math.min(2000, Math.max(1, Math.floor((limit * largestBatch) / Math.max(bytes, largestBatch / 4))))
  }
}
