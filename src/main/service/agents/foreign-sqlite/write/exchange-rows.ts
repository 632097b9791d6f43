import { createHash } from 'node:crypto'
import { fail } from '@shared/ipc/errors'
import { ChangedMeanwhile } from '../../../restore/exchange'
import type { Gateway } from '../../../restore/gateway'
import { type RowDifferences, rowDifferences, rowsThere, type TableDifferences } from './row-differences'
import {
  type Columns,
  type DecodedState,
  decodeState,
  type RowFormat,
  type RowTable,
  type StateHeader,
  type StateRow
} from './row-format'
import { deleteSql, insertSql, parameterOf, quoted, updateSql } from './rows-sql'
import { asStoredText } from './stored-value'
import { type WriterConnection, WriterError, type WriterValue } from './writer-connection'

/** What an exchange needs besides the connection. */
export interface RowExchange<T extends string> {
  readonly format: RowFormat<T>
  readonly gateway: Gateway
  /** The database. */
  readonly path: string
  readonly session: string
  readonly expected: string | null
  readonly content: Uint8Array | null
  /**
   * Asked within the transaction: makes tables where it may, refuses a store that has others, and gives the columns that there are. Side effects
   * go through the gateway.
   */
  prepare(writer: WriterConnection): Promise<Columns<T>>
  /** Asked when it is known what will be done, before it is; throws where the store would change more than that. */
  check?(writer: WriterConnection, differences: RowDifferences<T>): Promise<void>
}

/**
 * Everything between `BEGIN IMMEDIATE` and `COMMIT`, each group of statements as one side effect of the gateway. Whatever is thrown, the caller
 * ends the connection without a commit.
 */
export async function exchangeRows<T extends string>(
  writer: WriterConnection,
  exchange: RowExchange<T>
): Promise<void> {
  const { format, gateway, path, session, expected, content } = exchange
  await gateway.effect('begin', path, () => writer.run('BEGIN IMMEDIATE'))
  const header = { session, columns: await exchange.prepare(writer) }
  const wanted = content === null ? null : decodeState(format, content)
  if (wanted !== null) checkFits(format, wanted, header, path)
  const differences = await rowDifferences(writer, format, header, wanted)
  if (differences.found !== expected) throw new ChangedMeanwhile(path)
  await exchange.check?.(writer, differences)
  await applyDifferences(writer, exchange, header, differences)
  await checkResult(writer, exchange, header, differences)
  await gateway.effect('commit', path, () => writer.run('COMMIT'))
}

function checkFits<T extends string>(
  { tables }: RowFormat<T>,
  wanted: DecodedState<T>,
  there: StateHeader<T>,
  path: string
): void {
  if (wanted.session !== there.session) fail('bad.input', 'The kept state is one of another session.')
  for (const { name } of tables) {
    if (wanted.columns[name].join('\n') === there.columns[name].join('\n')) continue
    fail('refused', `The table ${name} of ${path} has other columns than when this state was kept.`, {
      advice: 'Look for a newer Reprise.',
      data: { path, kept: [...wanted.columns[name]], found: [...there.columns[name]] }
    })
  }
}

/** Rows refer to those of tables before their own, so rows of those come first and go last. */
async function applyDifferences<T extends string>(
  writer: WriterConnection,
  { gateway, path, session }: RowExchange<T>,
  { columns }: StateHeader<T>,
  { tables }: RowDifferences<T>
): Promise<void> {
  const id = parameterOf(asStoredText(session))
  const effect = (what: string, { name }: RowTable<T>, run: () => Promise<void>) =>
    gateway.effect(`${what} ${name}`, path, run)
  for (const { table, change } of tables) {
    const own = columns[table.name]
    for (const rows of groups(change)) {
      await effect('write', table, () => runEach(writer, rows, (row) => updateOf(table, own, row, id)))
    }
  }
  for (const { table, remove } of [...tables].reverse()) {
    if (remove.length === 0) continue
    await effect('delete', table, () =>
      runEach(writer, remove, (key) => ({
        sql: deleteSql(table, key),
        values: [id, ...(key === null ? [] : [parameterOf(key)])]
      }))
    )
  }
  for (const { table, add } of tables) {
    const own = columns[table.name]
    for (const rows of groups(add)) {
      await effect(table.key === null ? 'write' : 'insert', table, () =>
        runEach(writer, rows, (row) => ({
          sql: insertSql(table, own, row),
          values: row.values.map(parameterOf)
        })).catch((error) => takenMeanwhile(error, path))
      )
    }
  }
}

interface Statement {
  readonly sql: string
  readonly values: readonly WriterValue[]
}

function updateOf<T extends string>(
  table: RowTable<T>,
  columns: readonly string[],
  row: StateRow<T>,
  id: WriterValue
): Statement {
  const key = table.key === null ? null : (row.values[columns.indexOf(table.key)] ?? null)
  const values = [...row.values.map(parameterOf), id, ...(key === null ? [] : [parameterOf(key)])]
  return { sql: updateSql(table, columns, row), values }
}

/** Rows that go to the other process at once. */
const groupBytes = 4_000_000

function* groups<T extends string>(rows: readonly StateRow<T>[]): Iterable<readonly StateRow<T>[]> {
  let group: StateRow<T>[] = []
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

async function runEach<R>(
  writer: WriterConnection,
  rows: readonly R[],
  statementOf: (row: R) => Statement
): Promise<void> {
  const bySql = Map.groupBy(rows.map(statementOf), ({ sql }) => sql)
  for (const [sql, same] of bySql) await writer.run(sql, ...same.map(({ values }) => values))
}

/** Another session took the key since the plan was made; a new plan finds others. */
function takenMeanwhile(error: unknown, path: string): never {
  const isTaken = error instanceof WriterError && error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
  throw isTaken ? new ChangedMeanwhile(path) : error
}

/**
 * The last look before the commit: the rows that are there now are the wanted ones, to the byte. Where a table only lost rows, those that stayed
 * are known from the first look, and their number tells that the others are gone.
 */
async function checkResult<T extends string>(
  writer: WriterConnection,
  { format, path, content }: RowExchange<T>,
  header: StateHeader<T>,
  { tables }: RowDifferences<T>
): Promise<void> {
  const isRight = async () => {
    if (content === null || !tables.every((each) => each.table.key === null || onlyShrinks(each))) {
      const { found } = await rowDifferences(writer, format, header, null)
      return found === (content === null ? null : createHash('sha256').update(content).digest('hex'))
    }
    for (const each of tables) if (!(await isTableRight(writer, format, header, each))) return false
    return true
  }
  if (await isRight()) return
  fail('verify.failed', `The session database ${path} would not hold the rows as they were given to it.`, {
    advice: 'Nothing was changed. The kept state may be of a database with other rules.',
    data: { path }
  })
}

function onlyShrinks({ change, add }: TableDifferences): boolean {
  return change.length === 0 && add.length === 0
}

async function isTableRight<T extends string>(
  writer: WriterConnection,
  format: RowFormat<T>,
  header: StateHeader<T>,
  differences: TableDifferences<T>
): Promise<boolean> {
  const { table, rows, change, remove, add } = differences
  if (onlyShrinks(differences)) {
    if (remove.length === 0) return true
    const counted = `SELECT count(*) AS n FROM ${quoted(table.name)} WHERE ${quoted(table.owner)} = ?`
    const [left] = await writer.all(counted, header.session)
    return Number(left?.n) === rows - remove.length
  }
  const wanted = [...change, ...add]
  let right = 0
  for await (const row of rowsThere(writer, format, header, table)) {
    if (Buffer.compare(row.bytes, wanted[0]?.bytes ?? new Uint8Array()) === 0) right += 1
  }
  return right === 1 && wanted.length === 1
}
