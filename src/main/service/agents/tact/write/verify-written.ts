import type { Finding } from '@shared/domain/finding'
import type { Reading, SourceLocation } from '../../adapter'
import { text } from '../../foreign-sqlite/read-database'
import { withDatabase } from '../database/with-database'
import { storePaths } from '../store-paths'
import { refusals } from './acceptance'
import { readSessionState } from './native-store'
import { originOf, parseState } from './session-state'
import { storeFacts } from './store-facts'

/**
 * Reads back what an apply wrote: the session, and the fork of it that is the newest session of the store. What tact 0.4 to 0.8 would refuse to
 * list or load is a problem.
 */
export async function verifyWritten(
  source: SourceLocation,
  session: string,
  paths: readonly string[],
  reading: Reading
): Promise<readonly Finding[]> {
  const { database } = storePaths(source)
  if (!paths.includes(database)) return []
  const fork = await newestFork(database, session, reading)
  const findings: Finding[] = []
  for (const id of fork === null ? [session] : [session, fork]) {
    const bytes = await readSessionState(database, id, reading)
    if (bytes === null) continue
    const state = parseState(bytes)
    findings.push(...refusals(state))
    // What a fork takes was looked at when it was planned; a child that is cut off from its parent by choice is no failure of this apply.
    if (id === session && originOf(state) !== null) {
      findings.push(...(await storeFacts(database, id, state, reading)).lineage)
    }
  }
  return findings
}

async function newestFork(path: string, session: string, reading: Reading): Promise<string | null> {
  return withDatabase(path, reading, (database) => {
    const row = database.get('SELECT session_id, parent_session_id FROM sessions ORDER BY rowid DESC LIMIT 1')
    return text(row?.parent_session_id) === session ? text(row?.session_id) : null
  })
}
