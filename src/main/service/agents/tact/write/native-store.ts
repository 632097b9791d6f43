import { dirname } from 'node:path'
import { fail } from '@shared/ipc/errors'
import { ChangedMeanwhile } from '../../../restore/exchange'
import type { Gateway } from '../../../restore/gateway'
import type { NativeAccess, NativeStore, NativeTarget } from '../../../restore/native-store'
import { databaseFacts } from '../../foreign-sqlite/file-facts'
import { exchangeRows } from '../../foreign-sqlite/write/exchange-rows'
import { WriterConnection } from '../../foreign-sqlite/write/writer-connection'
import { failForWriter } from '../../foreign-sqlite/write/writer-failure'
import { withDatabase } from '../database/with-database'
import { storePaths } from '../store-paths'
import { prepareTables } from './prepare-tables'
import { checkVersion, userVersionSql, versionOf } from './schema'
import { tactRows } from './state-bytes'
import { readState } from './state-rows'

const ownerOnly = 0o600
const ownerOnlyFolder = 0o700

/** Names the rows of a session. `create` says that the database may be made anew where it is not there. */
export function targetOf(session: string, create: boolean): NativeTarget {
  return create ? { session, store: 'create' } : { session }
}

/**
 * The rows of one session: its row of `sessions`, its `events` and its `resume_states`, as one run of bytes (`state-bytes.ts`). They are
 * exchanged in one `BEGIN IMMEDIATE` transaction, inside of which they are compared first.
 */
export const native: NativeStore = {
  read: (target, access) => readSessionState(storePaths(access.source).database, sessionOf(target), access),
  exchange
}

/** null also where there is no database, or one that tact takes for none (format page, section 3.3). */
export async function readSessionState(
  path: string,
  session: string,
  access: Pick<NativeAccess, 'scratch' | 'signal'>
): Promise<Uint8Array | null> {
  if (!databaseFacts(path).exists) return null
  return withDatabase(path, access, (database) =>
    versionOf(database.all(userVersionSql)) === 0 ? null : readState(database, session, path)
  )
}

async function exchange(
  target: NativeTarget,
  expected: string | null,
  content: Uint8Array | null,
  access: NativeAccess
): Promise<void> {
  const { gateway, source } = access
  const path = storePaths(source).database
  const create = target.store === 'create' && content !== null
  if (!databaseFacts(path).exists) {
    if (expected !== null) throw new ChangedMeanwhile(path)
    if (content === null) return
    if (!create) {
      return fail('source.missing', `There is no session database at ${path}.`, { data: { path } })
    }
    await makeEmptyFile(gateway, path)
  }
  // Before anything opens the file to write: a store of another version is left as it is.
  const version = await withDatabase(path, access, (database) => versionOf(database.all(userVersionSql)))
  if (version !== 0 || !create) checkVersion(version, path)
  await onlyForOwner(gateway, path)
  const writer = await gateway.effect('open store', path, () => new WriterConnection(path))
  try {
    await configure(writer, gateway, path)
    const session = sessionOf(target)
    const prepare = (connection: WriterConnection) => prepareTables(connection, { gateway, path, create })
    await exchangeRows(writer, { format: tactRows, gateway, path, session, expected, content, prepare })
  } catch (error) {
    // Without a commit nothing counts; an orderly end leaves no log behind.
    await writer.close().catch(() => writer.kill())
    return failForWriter(error, path, 'tact')
  }
  // It is done; a log that could not be tidied up is tidied up by the next program that opens the store.
  await gateway.effect('close store', path, () => writer.close()).catch(() => writer.kill())
}

function sessionOf(target: NativeTarget): string {
  return target.session ?? fail('bad.input', 'The step names no session.')
}

/** As tact does whenever it opens its store to write (format page, section 3.3). */
async function configure(writer: WriterConnection, gateway: Gateway, path: string): Promise<void> {
  await writer.run('PRAGMA foreign_keys = ON')
  await writer.run('PRAGMA synchronous = FULL')
  await gateway.effect('journal mode', path, () => writer.all('PRAGMA journal_mode = WAL'))
}

/** SQLite takes an empty file for a new database; made here, it has its rights before anything is in it. */
async function makeEmptyFile(gateway: Gateway, path: string): Promise<void> {
  for (const folder of [dirname(dirname(path)), dirname(path)]) {
    if ((await gateway.lookAt(folder)) === null) await gateway.makeFolder(folder, ownerOnlyFolder)
  }
  const file = await gateway.create(path, ownerOnly)
  await file.close()
  await gateway.syncFolder(dirname(path))
}

async function onlyForOwner(gateway: Gateway, path: string): Promise<void> {
  const node = await gateway.lookAt(path)
  if (node === null || process.platform === 'win32' || (node.mode & 0o777) === ownerOnly) return
  const file = await gateway.openToAppend(path)
  try {
    await file.chmod(ownerOnly)
  } finally {
    await file.close()
  }
}
