import { fail } from '@shared/ipc/errors'
import type { Gateway } from '../../../restore/gateway'
import type { RowDifferences } from '../../foreign-sqlite/write/row-differences'
import type { Columns } from '../../foreign-sqlite/write/row-format'
import { quoted } from '../../foreign-sqlite/write/rows-sql'
import type { WriterConnection } from '../../foreign-sqlite/write/writer-connection'
import { columnsOf, columnsSql, foreignOf, foreignSql, type Table } from './session-rows'
import { hasProject, insertProject, makeTables, type StoreBase } from './store-base'

interface Store {
  readonly gateway: Gateway
  readonly path: string
  /** What may be put back of what the rows stand on. */
  readonly base: StoreBase | null
}

/** Makes what the rows of a session stand on where that may be done and is gone; gives the columns that there are. */
export async function prepareStore(writer: WriterConnection, { gateway, path, base }: Store): Promise<Columns<Table>> {
  const isEmpty = (await writer.all('SELECT 1 AS found FROM sqlite_schema LIMIT 1')).length === 0
  if (isEmpty && base !== null) await gateway.effect('create tables', path, () => makeTables(writer, base))
  const columns = columnsOf(await writer.all(columnsSql), path)
  if (base !== null && !(await hasProject(writer, base)))
    await gateway.effect('insert project', path, () => insertProject(writer, base))
  return columns
}

/**
 * Refuses a change of which the database would make more than the rows of the session: triggers, and rows of other tables that go with those that
 * are removed.
 */
export async function checkForeign(
  writer: WriterConnection,
  session: string,
  path: string,
  { tables }: RowDifferences<Table>
): Promise<void> {
  const removes = tables.filter(({ remove }) => remove.length > 0).map(({ table }) => table.name)
  const goes = removes.includes('session') || removes.includes('session_v2')
  for (const { kind, name, column } of foreignOf(await writer.all(foreignSql))) {
    if (kind === 'trigger') unknown(path, `a trigger ${name}`)
    if (column === null && removes.some((table) => table === 'message' || table === 'part'))
      unknown(path, `a table ${name} that refers to messages`)
    if (column === null || !goes) continue
    const rows = `SELECT 1 AS found FROM ${quoted(name)} WHERE ${quoted(column)} = ? LIMIT 1`
    if ((await writer.all(rows, session)).length === 0) continue
    if (name === 'session_share') {
      fail('refused', 'This session is shared: without its row opencode could not end that any more.', {
        advice: 'End the sharing in opencode (`/unshare`), then make the plan again.',
        data: { path }
      })
    }
    unknown(path, `rows of this session in a table ${name}`)
  }
}

function unknown(path: string, what: string): never {
  return fail('refused', `The database ${path} has ${what} that no opencode so far has.`, {
    advice: 'Reprise does not know what else a change of a session would change there. Look for a newer Reprise.',
    data: { path }
  })
}
