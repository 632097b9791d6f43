import { fail } from '@shared/ipc/errors'
import type { StepDraft } from '../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../adapter'
import { keepFiles } from '../../file-store/keep-files'
import { withDatabase } from '../../foreign-sqlite/with-database'
import { bytesOfRows, readRows } from '../../foreign-sqlite/write/read-rows'
import { readSessionIndex } from '../database/session-index'
import type { DatabasePlace } from '../places'
import { findSession } from '../sessions/find-session'
import { checkSize } from './history'
import { stepFor } from './rows-step'
import { columnsOf, columnsSql, sessionRows } from './session-rows'
import { partsInFiles, treeInDatabase, treeInFiles } from './session-tree'
import { readBase } from './store-base'

/**
 * A session with its subagents as the steps that put it back: its rows, all from one look at the database, and what files of an older generation
 * hold of it.
 */
export async function captureSession(
  source: SourceLocation,
  sessionId: string,
  reading: Reading
): Promise<readonly StepDraft[]> {
  const { database, files, info } = await findSession(source, sessionId, reading)
  const inFiles = files.length === 0 ? [] : treeInFiles(source.root, sessionId, reading)
  const kept = inFiles.length === 0 ? [] : await keepFiles(source, () => partsInFiles(source, inFiles), reading)
  if (database === null) return kept
  const tree = treeInDatabase(await readSessionIndex(database, reading), sessionId)
  const rows = await rowsOfAll(database, tree, info.project, reading)
  return [
    ...rows.states.map(({ id, content }, index) =>
      stepFor(source, database, id, content, { ...wordsOf(index), base: rows.base })
    ),
    ...kept.map((step, index) => ({ ...step, id: `file-${index + 1}` }))
  ]
}

function wordsOf(index: number) {
  return index === 0
    ? { id: 'session', because: 'The rows of the session as they were kept' }
    : { id: `subagent-${index}`, because: 'The rows of a subagent of it' }
}

/** The rows of some sessions and what they stand on. Throws `session.gone` where the first of them has none. */
export async function rowsOfAll(
  { path }: DatabasePlace,
  sessions: readonly string[],
  project: string | null,
  reading: Reading
): Promise<{
  readonly states: readonly { readonly id: string; readonly content: Uint8Array }[]
  readonly base: string
}> {
  return withDatabase(
    path,
    reading,
    (database) => {
      const columns = columnsOf(database.all(columnsSql), path)
      const headers = sessions.map((session) => ({ session, columns }))
      checkSize(headers.reduce((sum, header) => sum + bytesOfRows(database, sessionRows, header), 0))
      const states = headers.flatMap((header) => {
        const content = readRows(database, sessionRows, header)
        return content === null ? [] : [{ id: header.session, content }]
      })
      if (states[0]?.id !== sessions[0]) return fail('session.gone', `Session ${sessions[0]} has no rows any more.`)
      return { states, base: JSON.stringify(readBase(database, project)) }
    },
    'opencode'
  )
}
