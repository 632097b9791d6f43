import type { Finding } from '@shared/domain/finding'
import type { SourceState } from '@shared/domain/source'
import { ExpectedFailure } from '@shared/ipc/errors'
import type { Reading } from '../../adapter'
import { cutOff, databaseVersion, otherVersion } from '../database-findings'
import { problem } from '../findings'
import { databaseFacts } from './file-facts'
import { integer } from './read-database'
import { withDatabase } from './with-database'

/** `empty` is what tact treats as no storage at all: no file, no bytes, or a file without a version (format: "Opening"). */
export type DatabaseState = 'readable' | 'empty' | Exclude<SourceState, 'ok'>

export interface DatabaseHealth {
  readonly state: DatabaseState
  readonly findings: readonly Finding[]
}

/** Looks at version and tables of the database; the only state in which it is read on is `readable`. */
export async function databaseState(
  path: string,
  reading: Pick<Reading, 'scratch' | 'signal'>
): Promise<DatabaseHealth> {
  const facts = databaseFacts(path)
  if (!facts.exists) return { state: 'missing', findings: [] }
  if (facts.bytes === 0 && facts.walBytes === 0) return { state: 'empty', findings: [] }
  const { promisedBytes } = facts
  const cut = promisedBytes !== null && promisedBytes > facts.bytes && facts.walBytes === 0
  try {
    const version = await withDatabase(path, reading, (database) =>
      integer(database.get('PRAGMA user_version')?.user_version)
    )
    const health = byVersion(version ?? 0)
    return cut ? { ...health, findings: [...health.findings, cutOff(facts.bytes, promisedBytes)] } : health
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

function failed(error: ExpectedFailure): DatabaseHealth {
  const { code, message, advice } = error.failure
  if (code === 'source.missing') return { state: 'missing', findings: [] }
  const finding = problem('database.unreadable', message, advice === undefined ? {} : { can: advice })
  return { state: code === 'source.locked' ? 'locked' : 'unreadable', findings: [finding] }
}
