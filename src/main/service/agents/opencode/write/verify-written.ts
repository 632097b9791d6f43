import { sep } from 'node:path'
import type { Finding } from '@shared/domain/finding'
import type { Reading, SourceLocation } from '../../adapter'
import { integer, text } from '../../foreign-sqlite/read-database'
import { withDatabase } from '../../foreign-sqlite/with-database'
import { asName } from '../../json-access'
import { MessageFiles } from '../files/message-files'
import { filesOfSession } from '../files/session-files'
import { finding } from '../findings'
import { databasesOf, storageOf } from '../places'
import { roleOf } from '../records/prompt'
import { type MessageStore, objectOf } from '../records/stored'
import { lookForSession } from '../sessions/find-session'
import { rowsStore } from '../sessions/message-store'

/**
 * Reads back the session that an apply made: whether opencode would list it, and load its messages as one conversation in their order. Others are
 * compared byte for byte by the engine, and are as good as they were. `isNew`: the id is that of the new session, else that of its original.
 */
export async function verifyWritten(
  source: SourceLocation,
  sessionId: string,
  paths: readonly string[],
  reading: Reading,
  isNew = false
): Promise<readonly Finding[]> {
  const found: Finding[] = []
  for (const { path } of databasesOf(source)) {
    if (!paths.includes(path)) continue
    const made = isNew ? sessionId : await newestCopy(path, sessionId, reading)
    const { session } = made === null ? { session: null } : await lookForSession(source, made, reading)
    if (session === null) continue
    found.push(
      ...(await withDatabase(path, reading, (database) => {
        const project = database.get('SELECT 1 AS found FROM project WHERE id = ?', session.info.project ?? '')
        const lost =
          project === undefined ? [problem(path, 'The project of the new session is not in the database.')] : []
        return [...lost, ...judged(path, rowsStore(database, session))]
      }))
    )
  }
  const sessions = `${storageOf(source.root)}${sep}session${sep}`
  for (const path of paths.filter((each) => each.startsWith(sessions) && each.endsWith('.json'))) {
    const id = path.slice(path.lastIndexOf(sep) + 1, -5)
    const file = filesOfSession(source.root, id).find((each) => each.path === path)
    if (file !== undefined && (isNew || id !== sessionId)) found.push(...judged(path, new MessageFiles(file)))
  }
  return found
}

/** The newest session, where it was begun with the message that another one begins with: what a copy is known by. */
async function newestCopy(path: string, origin: string, reading: Reading): Promise<string | null> {
  return withDatabase(path, reading, (database) => {
    const first = (id: string) =>
      integer(database.get('SELECT min(time_created) AS at FROM message WHERE session_id = ?', id)?.at)
    const id = text(database.get('SELECT id FROM session ORDER BY rowid DESC LIMIT 1')?.id)
    if (id === null || id === origin) return null
    const at = first(id)
    const created = integer(database.get('SELECT time_created FROM session WHERE id = ?', id)?.time_created)
    return at !== null && created !== null && at < created ? id : null
  })
}

function judged(where: string, messages: MessageStore): readonly Finding[] {
  const seen = new Set<string>()
  let before = ''
  for (const key of messages.from(null, messages.count())) {
    const { record, parts } = messages.load(key)
    const info = objectOf(record)
    const role = roleOf(info)
    if (role === null || parts.some((part) => objectOf(part) === null))
      return [problem(where, 'The new session holds a record that cannot be read.')]
    if (role === 'assistant' && !seen.has(asName(info?.parentID) ?? ''))
      return [problem(where, 'A reply of the new session answers no prompt of it.')]
    if (key.id <= before) return [problem(where, 'The messages of the new session are not in their order.')]
    before = key.id
    seen.add(key.id)
  }
  return seen.size > 0 ? [] : [problem(where, 'The new session holds no message.')]
}

function problem(where: string, what: string): Finding {
  return finding('problem', 'restore.session', what, { where })
}
