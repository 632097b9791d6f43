import { dirname, join } from 'node:path'
import { fail } from '@shared/ipc/errors'
import { ChangedMeanwhile } from '../../../restore/exchange'
import type { Gateway } from '../../../restore/gateway'
import type { NativeAccess, NativeStore, NativeTarget } from '../../../restore/native-store'
import type { SourceLocation } from '../../adapter'
import { databaseFacts } from '../../foreign-sqlite/file-facts'
import type { ReadDatabase } from '../../foreign-sqlite/read-database'
import { withDatabase } from '../../foreign-sqlite/with-database'
import { exchangeRows, type RowExchange } from '../../foreign-sqlite/write/exchange-rows'
import { readRows } from '../../foreign-sqlite/write/read-rows'
import { WriterConnection } from '../../foreign-sqlite/write/writer-connection'
import { failForWriter } from '../../foreign-sqlite/write/writer-failure'
import { databasesOf } from '../places'
import { checkForeign, prepareStore } from './prepare-store'
import { columnsOf, columnsSql, sessionRows, type Table } from './session-rows'
import { parseBase } from './store-base'

const ownerOnly = 0o600

/**
 * Names the rows of a session in one of the databases of a source. `base` says what they stand on (`store-base.ts`), for a step that may have to
 * put that back, too.
 */
export function targetOf(session: string, unit: string, base?: string): NativeTarget {
  return { session, database: unit, ...(base !== undefined && { base }) }
}

/** The rows of one session as one run of bytes, exchanged in one `BEGIN IMMEDIATE` transaction, inside of which they are compared first. */
export const native: NativeStore = {
  read: (target, access) => readSessionRows(pathOf(target, access.source), sessionOf(target), access),
  exchange: (target, expected, content, access) =>
    exchange(pathOf(target, access.source), target, expected, content, access)
}

/** null also where there is no database. */
export async function readSessionRows(
  path: string,
  session: string,
  access: Pick<NativeAccess, 'scratch' | 'signal'>
): Promise<Uint8Array | null> {
  if (!databaseFacts(path).exists) return null
  return withDatabase(
    path,
    access,
    (database) => {
      if (isEmptyStore(database)) return null
      return readRows(database, sessionRows, { session, columns: columnsOf(database.all(columnsSql), path) })
    },
    'opencode'
  )
}

/** A file that was made for a database, and in which no table is yet: opencode takes it for none. */
export function isEmptyStore(database: ReadDatabase): boolean {
  return database.get('SELECT 1 AS found FROM sqlite_schema LIMIT 1') === undefined
}

/** A database of the source, or where the usual one would lie. */
export function pathOf({ database }: NativeTarget, source: SourceLocation): string {
  const found = databasesOf(source).find(({ unit }) => unit === database)
  if (found !== undefined) return found.path
  if (database !== undefined && /^opencode[A-Za-z0-9._-]{0,90}\.db$/.test(database)) return join(source.root, database)
  return fail('bad.input', 'The step names no database of this source.')
}

export async function exchange(
  path: string,
  target: NativeTarget,
  expected: string | null,
  content: Uint8Array | null,
  access: NativeAccess
): Promise<void> {
  const { gateway } = access
  const base = target.base === undefined ? null : parseBase(target.base)
  if (!databaseFacts(path).exists) {
    if (expected !== null) throw new ChangedMeanwhile(path)
    if (content === null) return
    if (base === null) {
      return fail('source.missing', `There is no session database at ${path}.`, {
        advice: 'Start opencode once, which makes it, then try again.',
        data: { path }
      })
    }
    await makeEmptyFile(gateway, path)
  }
  const writer = await gateway.effect('open store', path, () => new WriterConnection(path))
  const rows: RowExchange<Table> = {
    ...{ format: sessionRows, gateway, path, session: sessionOf(target), expected, content },
    prepare: (connection) => prepareStore(connection, { gateway, path, base: content === null ? null : base }),
    check: (connection, differences) => checkForeign(connection, sessionOf(target), path, differences)
  }
  try {
    await writer.run('PRAGMA foreign_keys = ON')
    await writer.run('PRAGMA synchronous = FULL')
    await exchangeRows(writer, rows)
  } catch (error) {
    // Without a commit nothing counts; an orderly end leaves no log behind.
    await writer.close().catch(() => writer.kill())
    return failForWriter(error, path, 'opencode')
  }
  // It is done; a log that could not be tidied up is tidied up by the next program that opens the store.
  await gateway.effect('close store', path, () => writer.close()).catch(() => writer.kill())
}

/** SQLite takes an empty file for a new database; made here, it has its rights before anything is in it. */
async function makeEmptyFile(gateway: Gateway, path: string): Promise<void> {
  if ((await gateway.lookAt(dirname(path))) === null) await gateway.makeFolder(dirname(path), 0o700)
  const file = await gateway.create(path, ownerOnly)
  await file.close()
  await gateway.syncFolder(dirname(path))
}

function sessionOf({ session }: NativeTarget): string {
  return session ?? fail('bad.input', 'The step names no session.')
}
