import type { Finding } from '@shared/domain/finding'
import type { SourceState } from '@shared/domain/source'
import { ExpectedFailure } from '@shared/ipc/errors'
import type { Reading } from '../../adapter'
import { type DatabaseFacts, databaseFacts } from '../../foreign-sqlite/file-facts'
import { integer, type ReadDatabase } from '../../foreign-sqlite/read-database'
import { unlessDamaged } from '../../foreign-sqlite/unless-damaged'
import { cutOff, damaged, databaseVersion, foreign, otherVersion, withoutBytes } from '../database-findings'
import { problem } from '../findings'
import { damagedPages } from './damaged-pages'
import { withDatabase } from './with-database'

/** `empty` is what tact treats as no storage at all: no file, no bytes, or a file without a version (format: "Opening"). */
export type DatabaseState = 'readable' | 'empty' | Exclude<SourceState, 'ok'>

export interface DatabaseHealth {
  readonly state: DatabaseState
  readonly findings: readonly Finding[]
}

/** A file of at most this size is checked as a whole; the scan notices the damage of a bigger one. */
const checkedBytes = 4_000_000

type Access = Pick<Reading, 'scratch' | 'signal'>

/** The last answer for each database of this process, good for as long as the files do not change. */
const answers = new Map<string, { readonly fingerprint: string; readonly health: DatabaseHealth }>()

/** Looks at the version of the database and for damage; the only state in which it is read on is `readable`. */
export async function databaseState(path: string, access: Access): Promise<DatabaseHealth> {
  let facts: DatabaseFacts
  try {
    facts = databaseFacts(path)
  } catch (error) {
    if (error instanceof ExpectedFailure) return failed(error)
    throw error
  }
  const known = answers.get(path)
  if (known?.fingerprint === facts.fingerprint) return known.health
  const health = await lookAt(path, facts, access)
  // A lock goes and a right may be given without a change of the file.
  if (health.state !== 'locked' && health.state !== 'unreadable') {
    answers.set(path, { fingerprint: facts.fingerprint, health })
  }
  return health
}

async function lookAt(path: string, facts: DatabaseFacts, access: Access): Promise<DatabaseHealth> {
  if (!facts.exists) return { state: 'missing', findings: [] }
  if (facts.bytes === 0 && facts.walBytes === 0) return { state: 'empty', findings: [withoutBytes(path)] }
  const { promisedBytes } = facts
  const cut = promisedBytes !== null && promisedBytes > facts.bytes && facts.walBytes === 0
  try {
    return await withDatabase(path, access, (database) => {
      const health = byVersion(integer(database.get('PRAGMA user_version')?.user_version) ?? 0)
      if (cut) return { ...health, findings: [...health.findings, cutOff(facts.bytes, promisedBytes)] }
      if (health.state === 'readable' && !hasTables(database)) return { state: 'unreadable', findings: [foreign()] }
      const whole = health.state !== 'readable' || facts.bytes + facts.walBytes > checkedBytes || isWhole(database)
      return whole ? health : { ...health, findings: [damaged(damagedPages(database))] }
    })
  } catch (error) {
    if (!(error instanceof ExpectedFailure)) throw error
    return failed(error)
  }
}

function byVersion(version: number): DatabaseHealth {
  if (version === databaseVersion) return { state: 'readable', findings: [] }
  if (version === 0) return { state: 'empty', findings: [] }
  return { state: version > databaseVersion ? 'newer' : 'older', findings: [otherVersion(version)] }
}

/** The parts of the schema that reading relies on; every tact since 0.4 makes them. */
function hasTables(database: ReadDatabase): boolean {
  const parts = database.get(
    `SELECT count(*) AS n FROM sqlite_master
     WHERE name IN ('sessions', 'events', 'resume_states', 'events_by_session', 'recent_prompts')`
  )
  return integer(parts?.n) === 5
}

function isWhole(database: ReadDatabase): boolean {
  return unlessDamaged(false, () => database.get('PRAGMA quick_check(1)')?.quick_check === 'ok')
}

function failed(error: ExpectedFailure): DatabaseHealth {
  const { code, message, advice } = error.failure
  if (code === 'source.missing') return { state: 'missing', findings: [] }
  const finding = problem('database.unreadable', message, advice === undefined ? {} : { can: advice })
  return { state: code === 'source.locked' ? 'locked' : 'unreadable', findings: [finding] }
}
