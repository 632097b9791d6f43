import type { SqlValue } from '../read-database'
import type { RowTable, StateRow } from './row-format'
import { type StoredValue, storedValue } from './stored-value'
import type { WriterValue } from './writer-connection'

/** An identifier as SQL has it. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/**
 * Asks for the rows of a session in the order of their keys: a letter for the type of each value, then the values, text as its bytes. The
 * session's id is left out, since it is the one that is asked for.
 */
export function rowsSql({ name, owner, key }: RowTable, columns: readonly string[]): string {
  const names = columns.filter((column) => column !== owner).map(quoted)
  const types = names.map((column) => `substr(typeof(${column}), 1, 1)`).join(' || ')
  const values = names.map((column, index) => {
    return `CASE typeof(${column}) WHEN 'text' THEN CAST(${column} AS BLOB) ELSE ${column} END AS v${index}`
  })
  const wanted = [`${types} AS types`, ...values].join(', ')
  if (key === null) return `SELECT ${wanted} FROM ${quoted(name)} WHERE ${quoted(owner)} = ?`
  // Only the numbers of rows are sorted, not what is in them; the limit keeps SQLite from leaving that order out.
  const ordered = `SELECT rowid AS "reprise row" FROM ${quoted(name)} WHERE ${quoted(owner)} = ? ORDER BY ${quoted(key)} LIMIT -1`
  return `SELECT ${wanted} FROM (${ordered}) AS "reprise order" CROSS JOIN ${quoted(name)} AS t ON t.rowid = "reprise row"`
}

/** About how many bytes the rows of a session are, without reading long values. */
export function sizeSql({ name, owner }: RowTable, columns: readonly string[]): string {
  const sizes = columns.map((column) => `ifnull(octet_length(${quoted(column)}), 0) + 9`).join(' + ')
  return `SELECT total(${sizes}) AS bytes FROM ${quoted(name)} WHERE ${quoted(owner)} = ?`
}

/** The cells of a row of `rowsSql`, in its order, as the values of all its columns. */
export function valuesOf(
  cells: readonly (SqlValue | undefined)[],
  { owner }: RowTable,
  columns: readonly string[],
  session: StoredValue
): readonly StoredValue[] {
  const types = String(cells[0])
  let at = 0
  return columns.map((name) => {
    if (name === owner) return session
    at += 1
    return storedValue(types.charAt(at - 1), cells[at])
  })
}

/** Text travels as its bytes, so that what is no valid text stays what it is. */
export const markOf = ({ type }: StoredValue) => (type === 'text' ? 'CAST(? AS TEXT)' : '?')

export function parameterOf(value: StoredValue): WriterValue {
  return value.type === 'null' ? null : value.value
}

export function insertSql({ name }: RowTable, columns: readonly string[], { values }: StateRow): string {
  return `INSERT INTO ${quoted(name)} (${columns.map(quoted).join(', ')}) VALUES (${values.map(markOf).join(', ')})`
}

/** Changes the row of a key; takes its values, then the session's id, then the key. */
export function updateSql(table: RowTable, columns: readonly string[], { values }: StateRow): string {
  const changes = columns.map((name, index) => `${quoted(name)} = ${markOf(values[index] ?? { type: 'null' })}`)
  const key = table.key === null ? null : (values[columns.indexOf(table.key)] ?? null)
  return `UPDATE ${quoted(table.name)} SET ${changes.join(', ')} WHERE ${whereSql(table, key)}`
}

/** Removes the row of a key of this type; takes the session's id, then the key. */
export function deleteSql(table: RowTable, key: StoredValue | null): string {
  return `DELETE FROM ${quoted(table.name)} WHERE ${whereSql(table, key)}`
}

/** Both are bound as bytes where they are text. */
function whereSql({ owner, key: name }: RowTable, key: StoredValue | null): string {
  const owned = `${quoted(owner)} = CAST(? AS TEXT)`
  return name === null || key === null ? owned : `${owned} AND ${quoted(name)} = ${markOf(key)}`
}
