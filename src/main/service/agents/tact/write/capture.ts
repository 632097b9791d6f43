import { fail } from '@shared/ipc/errors'
import type { StepDraft } from '../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../adapter'
import { databaseFacts } from '../../foreign-sqlite/file-facts'
import { withDatabase } from '../database/with-database'
import { storePaths } from '../store-paths'
import { withBackup } from './backup'
import { captureFiles } from './older-layouts'
import { userVersionSql, versionOf } from './schema'
import { stepFor } from './session-step'
import { hasSession, readState } from './state-rows'

/** The rows of a session as the step that puts them back, read from a backup that SQLite made (format page, section 3.3). */
export async function captureSession(
  source: SourceLocation,
  session: string,
  reading: Reading
): Promise<readonly StepDraft[]> {
  const { database: path } = storePaths(source)
  const files = (await isInDatabase(path, session, reading)) ? null : await captureFiles(source, session)
  if (files !== null) return files
  const state = await withBackup(path, reading, (database) => readState(database, session, path))
  if (state === null) {
    return fail('not.found', `There is no session ${session} in ${source.root}.`, { data: { session } })
  }
  return [stepFor(source, session, state, 'The rows of the session as they were kept')]
}

async function isInDatabase(path: string, session: string, reading: Reading): Promise<boolean> {
  if (!databaseFacts(path).exists) return false
  return withDatabase(path, reading, (database) => {
    if (versionOf(database.all(userVersionSql)) === 0) return false
    return hasSession(database, session)
  })
}
