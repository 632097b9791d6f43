import { fail } from '@shared/ipc/errors'
import type { Reading, SourceLocation } from '../../adapter'
import { isObject, parseJson } from '../../json-access'
import { readSessionIndex } from '../database/session-index'
import { readRecord } from '../files/read-record'
import { filesOfSession, type SessionFile } from '../files/session-files'
import { databasesOf } from '../places'
import { infoOfFile, type SessionInfo } from '../records/session-info'
import type { FoundSession } from './found-session'

const longestId = 200

/** Looks in every generation of the store. Throws `not.found`, and what is wrong with a database that may hold it. */
export async function findSession(source: SourceLocation, id: string, reading: Reading): Promise<FoundSession> {
  const found = await lookForSession(source, id, reading)
  if (found.session !== null) return found.session
  const data = { session: id.slice(0, longestId) }
  const [trouble] = found.troubles
  if (trouble !== undefined) return fail('source.unreadable', trouble, { data })
  if (found.broken) {
    return fail('session.unreadable', 'The file of this session is no JSON that can be read.', { data })
  }
  return fail('not.found', `There is no session ${id.slice(0, longestId)} in ${source.root}.`, { data })
}

/** As `findSession`; a session that is not there is null. */
export async function lookForSession(source: SourceLocation, id: string, reading: Reading) {
  const databases = databasesOf(source)
  const files = filesOfSession(source.root, id)
  const troubles: string[] = []
  for (const place of id.length > longestId ? [] : databases) {
    const index = await readSessionIndex(place, reading)
    troubles.push(...index.findings.map(({ what }) => what))
    const row = index.sessions.get(id)
    if (row === undefined) continue
    const session: FoundSession = { info: row.info, database: place, files, seen: true }
    return { session, troubles: [], broken: false }
  }
  const info = files.map(readInfo).find((each) => each !== null)
  const session: FoundSession | null = info ? { info, database: null, files, seen: databases.length === 0 } : null
  return { session, troubles, broken: files.length > 0 && session === null }
}

/** What the file of a session says; null where it cannot be read. The name of the file is its id here: it is what is looked for. */
export function readInfo(file: SessionFile): SessionInfo | null {
  const value = parseJson(readRecord(file.path))
  return isObject(value) ? { ...infoOfFile(value, file.id), id: file.id } : null
}
