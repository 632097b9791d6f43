import { setTimeout as delay } from 'node:timers/promises'
import { fail } from '@shared/ipc/errors'
import type { Reading } from '../adapter'
import { nodeSqlite, openByPath, openByUrl } from './connections'
import { type DatabaseFacts, databaseFacts } from './file-facts'
import { privateCopy } from './private-copy'
import type { ReadDatabase } from './read-database'
import { failForSqlite, isStuckLog, sqliteFailure } from './sqlite-failure'

/** The way a database is opened without leaving a trace beside it. */
export type OpenWay = 'in place' | 'immutable' | 'private copy'

/**
 * Decides by what lies beside the file (design: "SQLite of others"). With a `-shm` of this log, SQLite can read it in place, and
 * `readonly_shm` keeps it from writing there even if the writer was killed. Without a log the file does not change, so it is
 * opened as immutable. A log without a `-shm` of its own, and a file that was cut off, need a copy of our own.
 */
export function openWay(facts: DatabaseFacts, hasNodeSqlite: boolean): OpenWay {
  const cutOff = facts.promisedBytes !== null && facts.promisedBytes > facts.bytes && facts.walBytes === 0
  if (!hasNodeSqlite || cutOff) return 'private copy'
  // SQLite would create a missing log even for a reader, so both must be there.
  if (facts.hasShm && facts.hasWal && facts.indexFits) return 'in place'
  return facts.walBytes > 0 ? 'private copy' : 'immutable'
}

/** States in which a log could not be read in place, by path: nobody waits for such a one twice. */
const stuck = new Map<string, string>()

/** A writer starts or ends within moments; after so many looks something else is wrong. */
const mostAttempts = 4

/**
 * Runs `work` on a connection that lives only for this call, so that the agent can close and tidy up its files at any time.
 * `work` is synchronous and must not keep rows that were not read yet. Throws `source.missing`, `source.locked` or
 * `source.unreadable`, in words that name the agent.
 */
export async function withDatabase<T>(
  path: string,
  reading: Pick<Reading, 'scratch' | 'signal'>,
  work: (database: ReadDatabase) => T,
  agent?: string
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    reading.signal.throwIfAborted()
    const facts = databaseFacts(path)
    if (!facts.exists) {
      return fail('source.missing', `There is no database at ${path}.`, { data: { path } })
    }
    const sqlite = nodeSqlite()
    const way = stuck.get(path) === facts.fingerprint ? 'private copy' : openWay(facts, sqlite !== undefined)
    const target = way === 'private copy' ? await privateCopy(path, facts, reading.scratch) : path
    const result = attemptWork(() => {
      if (sqlite === undefined || way === 'private copy') return openByPath(target)
      return openByUrl(sqlite, target, way === 'immutable' ? 'immutable=1' : 'mode=ro&readonly_shm=1')
    }, work)
    // An immutable read that a writer overlapped may have seen halves; it is done again, then beside the writer.
    const changed = databaseFacts(path).fingerprint !== facts.fingerprint
    if (attempt < mostAttempts && changed && (way === 'immutable' || !result.ok)) continue
    if (result.ok) return result.value
    if (way === 'in place' && isStuckLog(result.error)) stuck.set(path, facts.fingerprint)
    if (attempt < mostAttempts && sqliteFailure(result.error) === 'locked') await delay(25 * attempt)
    else return failForSqlite(result.error, path, agent)
  }
}

function attemptWork<T>(open: () => ReadDatabase, work: (database: ReadDatabase) => T) {
  let database: ReadDatabase | undefined
  try {
    database = open()
    return { ok: true as const, value: work(database) }
  } catch (error) {
    return { ok: false as const, error }
  } finally {
    database?.close()
  }
}
