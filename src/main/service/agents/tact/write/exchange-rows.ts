import { createHash } from 'node:crypto'
import { fail } from '@shared/ipc/errors'
import { ChangedMeanwhile } from '../../../restore/exchange'
import type { Gateway } from '../../../restore/gateway'
import { type RowDifferences, rowDifferences } from './row-differences'
import { checkForeign, checkVersion, columnsOf, columnsSql, foreignSql, schemaStatements, versionOf } from './schema'
import { decodeState, type StateHeader, type StateRow, type StoredValue, type Table, tables } from './state-bytes'
import { quoted } from './state-rows'
import { type WriterConnection, WriterError, type WriterValue } from './writer-connection'

/** What an exchange needs besides the connection. */
export interface Exchange {
  readonly gateway: Gateway
  /** The database. */
  readonly path: string
  readonly session: string
  readonly expected: string | null
  readonly content: Uint8Array | null
  /** Whether tables may be made in a database that has none. */
  readonly create: boolean
}

/**
 * Everything between `BEGIN IMMEDIATE` and `COMMIT`, each group of statements as one side effect of the gateway (format page, section 5.2).
 * Whatever is thrown, the caller ends the connection without a commit.
 */
export async function exchangeRows(writer: WriterConnection, exchange: Exchange): Promise<void> {
  const { gateway, path, session, expected, content } = exchange
  await gateway.effect('begin', path, () => writer.run('BEGIN IMMEDIATE'))
  await prepareTables(writer, exchange)
  const columns = columnsOf(await writer.all(columnsSql), path)
  checkForeign(await writer.all(foreignSql), path)
  const header = { session, columns }
  const wanted = content === null ? null : decodeState(content)
  if (wanted !== null) checkFits(wanted, header, path)
  const differences = await rowDifferences(writer, header, wanted)
  if (differences.found !== expected) throw new ChangedMeanwhile(path)
  await applyDifferences(writer, exchange, header, differences)
  await checkResult(writer, exchange, header, differences)
  await gateway.effect('commit', path, () => writer.run('COMMIT'))
}

async function prepareTables(writer: WriterConnection, { gateway, path, create }: Exchange): Promise<void> {
  const version = versionOf(await writer.all('PRAGMA user_version'))
  if (version === 0 && create) {
    await gateway.effect('create tables', path, async () => {
      for (const statement of schemaStatements) await writer.run(statement)
    })
  } else checkVersion(version, path)
}

function checkFits(wanted: StateHeader, there: StateHeader, path: string): void {
  if (wanted.session !== there.session) fail('bad.input', 'The kept state is one of another session.')
  for (const table of tables) {
    if (wanted.columns[table].join('\n') === there.columns[table].join('\n')) continue
    fail('refused', `The table ${table} of ${path} has other columns than when this state was kept.`, {
      advice: 'Look for a newer Reprise.',
      data: { path, kept: [...wanted.columns[table]], found: [...there.columns[table]] }
    })
  }
}

async function applyDifferences(
  writer: WriterConnection,
  { gateway, path, session }: Exchange,
  { columns }: StateHeader,
  { sessions, resumeState, removeEvents, addEvents }: RowDifferences
): Promise<void> {
  const put = (table: Table, row: StateRow) =>
    gateway.effect(`write ${table}`, path, () => writer.run(upsertSql(table, columns[table], row), parametersOf(row)))
  const remove = (table: Table) =>
    gateway.effect(`delete ${table}`, path, () => writer.run(`DELETE FROM ${table} WHERE session_id = ?`, [session]))
  // Events refer to the session's row, so that one comes first and goes last.
  if (sessions) await put('sessions', sessions)
  if (removeEvents.length > 0) {
    await gateway.effect('delete events', path, () =>
      writer.run('DELETE FROM events WHERE event_id = ? AND session_id = ?', ...removeEvents.map((id) => [id, session]))
    )
  }
  for (const group of groups(addEvents)) {
    await gateway.effect('insert events', path, () => insertEvents(writer, columns.events, group, path))
  }
  if (resumeState) await put('resume_states', resumeState)
  if (resumeState === null) await remove('resume_states')
  if (sessions === null) await remove('sessions')
}

/** Rows that go to the other process at once. */
const groupBytes = 4_000_000

function* groups(rows: readonly StateRow[]): Iterable<readonly StateRow[]> {
  let group: StateRow[] = []
  let bytes = 0
  for (const row of rows) {
    group.push(row)
    bytes += row.bytes.length
    if (bytes < groupBytes) continue
    yield group
    group = []
    bytes = 0
  }
  if (group.length > 0) yield group
}

async function insertEvents(
  writer: WriterConnection,
  columns: readonly string[],
  rows: readonly StateRow[],
  path: string
): Promise<void> {
  const bySql = new Map<string, WriterValue[][]>()
  for (const row of rows) {
    const sql = insertSql('events', columns, row)
    const same = bySql.get(sql) ?? []
    if (same.length === 0) bySql.set(sql, same)
    same.push([...parametersOf(row)])
  }
  try {
    for (const [sql, values] of bySql) await writer.run(sql, ...values)
  } catch (error) {
    // Another session took the number since the plan was made; a new plan finds others.
    const isTaken = error instanceof WriterError && error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
    throw isTaken ? new ChangedMeanwhile(path) : error
  }
}

function insertSql(table: Table, columns: readonly string[], { values }: StateRow): string {
  // Text travels as its bytes, so that what is no valid text stays what it is.
  const marks = values.map(({ type }) => (type === 'text' ? 'CAST(? AS TEXT)' : '?'))
  return `INSERT INTO ${table} (${columns.map(quoted).join(', ')}) VALUES (${marks.join(', ')})`
}

function upsertSql(table: Table, columns: readonly string[], row: StateRow): string {
  const others = columns
    .filter((name) => name !== 'session_id')
    .map((name) => `${quoted(name)} = excluded.${quoted(name)}`)
  return `${insertSql(table, columns, row)} ON CONFLICT(session_id) DO UPDATE SET ${others.join(', ')}`
}

function parametersOf({ values }: StateRow): readonly WriterValue[] {
  return values.map(parameterOf)
}

function parameterOf(value: StoredValue): WriterValue {
  return value.type === 'null' ? null : value.value
}

/**
 * The last look before the commit: the rows that are there now are the wanted ones, to the byte. Where no event was added, those that stayed are
 * known from the first look, and their number tells that the others are gone.
 */
async function checkResult(
  writer: WriterConnection,
  { path, content }: Exchange,
  header: StateHeader,
  { addEvents, removeEvents, events }: RowDifferences
): Promise<void> {
  const isRight = async () => {
    if (content === null || addEvents.length > 0) {
      const { found } = await rowDifferences(writer, header, null)
      return found === (content === null ? null : createHash('sha256').update(content).digest('hex'))
    }
    const [left] = await writer.all('SELECT count(*) AS n FROM events WHERE session_id = ?', header.session)
    return Number(left?.n) === events - removeEvents.length
  }
  if (await isRight()) return
  fail('verify.failed', `The session database ${path} would not hold the rows as they were given to it.`, {
    advice: 'Nothing was changed. The kept state may be of a database with other rules.',
    data: { path }
  })
}
