import type { Reading } from '../../adapter'
import { integer, type ReadDatabase } from '../../foreign-sqlite/read-database'
import { withDatabase } from '../../foreign-sqlite/with-database'
import { MessageRows } from '../database/message-rows'
import { tablesOf } from '../database/tables'
import { TypedMessages } from '../database/typed-messages'
import { MessageFiles, partsIn } from '../files/message-files'
import type { MessageKey, MessageStore, StoredMessage } from '../records/stored'
import type { FoundSession } from './found-session'

/** Runs `work` on the messages of a session, in the generation that has them. A connection lives only for this call. */
export async function withMessages<T>(
  session: FoundSession,
  reading: Reading,
  work: (messages: MessageStore) => T
): Promise<T> {
  const { database } = session
  if (database === null) return work(filesStore(session))
  return withDatabase(database.path, reading, (open) => work(rowsStore(open, session)))
}

export function filesStore({ files }: FoundSession): MessageStore {
  const stores = files.map((file) => new MessageFiles(file))
  return stores.find((store) => store.count() > 0) ?? stores[0] ?? emptyStore
}

/**
 * Which tables hold a session is seen from their rows: opencode 2 keeps its messages elsewhere, and a migration that stopped halfway left
 * messages or parts in the files (cases: B16).
 */
export function rowsStore(database: ReadDatabase, session: FoundSession): MessageStore {
  const { id } = session.info
  const tables = tablesOf(database)
  const newest = (table: string): number => {
    if (!tables.has(table)) return -1
    const row = database.get(`SELECT max(time_created) AS at FROM ${table} WHERE session_id = ?`, id)
    return integer(row?.at) ?? -1
  }
  const [usual, typed] = [newest('message'), newest('session_message')]
  if (typed > usual) return new TypedMessages(database, id)
  if (usual >= 0) return new MessageRows(database, id, (message) => olderParts(session, message))
  return session.files.length > 0 ? filesStore(session) : emptyStore
}

function olderParts({ files }: FoundSession, message: string) {
  // An id of the database becomes the name of a folder here.
  if (!/^[A-Za-z0-9_-]{1,200}$/.test(message)) return []
  return files.map((file) => partsIn(file.parts(message))).find((parts) => parts.length > 0) ?? []
}

const nothing = (key: MessageKey): StoredMessage => ({ key, record: { id: key.id, text: '' }, parts: [] })

const emptyStore: MessageStore = {
  before: () => [],
  from: () => [],
  load: nothing,
  loadWithoutCalls: nothing,
  countBefore: () => 0,
  keyOf: () => null,
  count: () => 0,
  outlined: () => []
}
