import { decodeState, encodedEnd, encodeHeader, encodeRow, type StateRow } from '../../foreign-sqlite/write/row-format'
import { nothing, type StoredValue, textOf } from '../../foreign-sqlite/write/stored-value'
import { isObject, parseJson } from '../../json-access'
import { mendDocument } from '../../repair/document-mending'
import { sessionRows, type Table } from './session-rows'

/** `text`: characters of a record. `records`: a record that is none. `columns`: a value of the session's own row. */
export type RowDamage = 'text' | 'records' | 'columns'

/** One damaged row, and what would stand in its place: null where it goes. */
export interface DamagedRow {
  readonly kind: RowDamage
  readonly table: Table
  readonly id: string
  readonly values: readonly StoredValue[] | null
  /** What is lost by it. */
  readonly bytes: number
}

/** Tables with one record a row. opencode parses each of them whenever it loads the session, and fails with it. */
const recordTables: ReadonlySet<Table> = new Set(['message', 'part', 'session_message'])
/** Columns of a session that hold JSON or nothing (format: "Tables"); one that is no JSON makes every list of sessions fail. */
const jsonColumns: ReadonlySet<string> = new Set(['model', 'revert', 'permission', 'metadata', 'summary_diffs'])

export function damagedRows(content: Uint8Array): readonly DamagedRow[] {
  const { columns, rows } = decodeState(sessionRows, content)
  const found: DamagedRow[] = []
  const lost = new Set<string>()
  for (const { table, values } of rows()) {
    const cell = (name: string) => values[columns[table].indexOf(name)] ?? nothing
    const id = textOf(cell('id')) ?? ''
    // The parts of a message that goes are never asked for again, and the database takes them with it.
    if (table === 'part' && lost.has(textOf(cell('message_id')) ?? '')) {
      found.push({ kind: 'records', table, id, values: null, bytes: sizeOf(cell('data')) })
      continue
    }
    const damaged = recordTables.has(table)
      ? ofRecord(columns[table], values)
      : table === 'session' || table === 'session_v2'
        ? ofSession(columns[table], values)
        : null
    if (damaged === null) continue
    if (table === 'message' && damaged.values === null) lost.add(id)
    found.push({ ...damaged, table, id })
  }
  return found
}

/** The state with these rows mended. */
export function withMended(content: Uint8Array, damaged: readonly DamagedRow[]): Uint8Array {
  const { session, columns, rows } = decodeState(sessionRows, content)
  const places = new Map(damaged.map((row) => [`${row.table} ${row.id}`, row]))
  const bytes = [...rows()].flatMap((row: StateRow<Table>) => {
    const id = textOf(row.values[columns[row.table].indexOf('id')] ?? nothing) ?? ''
    const place = places.get(`${row.table} ${id}`)
    if (place === undefined) return [row.bytes]
    return place.values === null ? [] : [encodeRow(sessionRows, row.table, place.values)]
  })
  return Buffer.concat([encodeHeader(sessionRows, { session, columns }), ...bytes, encodedEnd])
}

type Damage = Pick<DamagedRow, 'kind' | 'values' | 'bytes'>

function ofRecord(columns: readonly string[], values: readonly StoredValue[]): Damage | null {
  const at = columns.indexOf('data')
  const data = values[at] ?? nothing
  const mended = data.type === 'text' ? mendDocument('', Buffer.from(data.value), [], '') : null
  if (mended === null && isRecord(textOf(data))) return null
  if (mended === null || !isRecord(mended.content.toString('utf8')))
    return { kind: 'records', values: null, bytes: sizeOf(data) }
  return { kind: 'text', values: values.with(at, { type: 'text', value: mended.content }), bytes: 0 }
}

/** As opencode parses it, which takes no byte order mark. */
function isRecord(text: string | null): boolean {
  return text !== null && !text.startsWith('\ufeff') && isObject(parseJson(text))
}

function ofSession(columns: readonly string[], values: readonly StoredValue[]): Damage | null {
  const isBad = (value: StoredValue, index: number) =>
    jsonColumns.has(columns[index] ?? '') && value.type !== 'null' && parseJson(textOf(value) ?? '') === undefined
  if (!values.some(isBad)) return null
  const bytes = values.filter(isBad).reduce((sum, value) => sum + sizeOf(value), 0)
  return { kind: 'columns', values: values.map((value, index) => (isBad(value, index) ? nothing : value)), bytes }
}

function sizeOf(value: StoredValue): number {
  return value.type === 'text' || value.type === 'blob' ? value.value.length : 0
}
