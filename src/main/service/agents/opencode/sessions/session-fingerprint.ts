import { createHash } from 'node:crypto'
import { ExpectedFailure } from '@shared/ipc/errors'
import type { Reading, SourceLocation } from '../../adapter'
import type { ReadDatabase } from '../../foreign-sqlite/read-database'
import { withDatabase } from '../../foreign-sqlite/with-database'
import { readSessionIndex } from '../database/session-index'
import { plainRow, tablesOf } from '../database/tables'
import { filesFingerprint } from '../listing/list-files'
import { lookForSession } from './find-session'

/** Messages at the end whose parts are looked at: what is older is only changed together with the row of the session. */
const newestMessages = 40

/** Changes when what is shown of the session may have changed; null when it is not there. */
export async function sessionFingerprint(source: SourceLocation, id: string, reading: Reading): Promise<string | null> {
  try {
    const { session } = await lookForSession(source, id, reading)
    if (session === null) return null
    const files = filesFingerprint(session.files, newestMessages)
    if (session.database === null) return digest(files)
    const index = await readSessionIndex(session.database, reading)
    const row = index.sessions.get(id)?.state ?? ''
    const parts = await withDatabase(session.database.path, reading, (database) => newestParts(database, id))
    return digest(`${row} ${parts} ${files}`)
  } catch (error) {
    if (error instanceof ExpectedFailure) return null
    throw error
  }
}

function newestParts(database: ReadDatabase, id: string): string {
  const tables = tablesOf(database)
  const messages = (table: string) =>
    database.all(
      `SELECT id, time_updated FROM ${table} WHERE session_id = ? ORDER BY time_created DESC, id DESC LIMIT ?`,
      id,
      newestMessages
    )
  const found = ['message', 'session_message'].filter((name) => tables.has(name)).flatMap(messages)
  const states = found.map((message) => {
    if (!tables.has('part')) return plainRow(message)
    const sql =
      'SELECT count(*) AS parts, max(time_updated) AS at, sum(length(data)) AS bytes FROM part WHERE message_id = ?'
    return { ...plainRow(message), ...plainRow(database.get(sql, message.id ?? '') ?? {}) }
  })
  return JSON.stringify(states)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24)
}
