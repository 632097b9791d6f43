import { dirname } from 'node:path'
import { fail } from '@shared/ipc/errors'
import type { NativeStepDraft } from '../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../adapter'
import type { SqlRow } from '../../foreign-sqlite/read-database'
import { withDatabase } from '../../foreign-sqlite/with-database'
import { readSessionIndex } from '../database/session-index'
import type { DatabasePlace } from '../places'
import type { FoundSession } from '../sessions/found-session'
import { targetOf } from './native-store'
import type { NewSession } from './new-session'
import { newSessionRows } from './new-session-rows'
import { type FolderOfProject, pathBelow, projectOfFolder } from './project-of-folder'
import { columnsOf, columnsSql } from './session-rows'

/** A new session that is asked for. */
export interface SessionWish {
  readonly session: FoundSession
  readonly made: NewSession
  readonly title: string
  /** Null where it works in the folder of the original. */
  readonly workspace: string | null
  readonly because: string
}

/** The step that gives a session its rows in a database, or takes them away with `content` null. */
export function stepFor(
  source: SourceLocation,
  place: DatabasePlace,
  session: string,
  content: Uint8Array | null,
  { id = 'session', because, base }: { readonly id?: string; readonly because: string; readonly base?: string }
): NativeStepDraft {
  const inside = place.path.startsWith(source.root)
  return {
    id,
    what: 'rows',
    path: place.path,
    // What `OPENCODE_DB` names may lie anywhere.
    approvedRoot: inside ? source.root : dirname(place.path),
    target: targetOf(session, place.unit, base),
    content,
    because
  }
}

export async function rowsStep(
  source: SourceLocation,
  place: DatabasePlace,
  wish: SessionWish,
  reading: Reading
): Promise<NativeStepDraft> {
  const { made, title, because, session } = wish
  const folder = await folderOf(place, wish, reading)
  const columns = await withDatabase(
    place.path,
    reading,
    (database) => {
      const there = columnsOf(database.all(columnsSql), place.path)
      if (there.session.length === 0 || there.message.length === 0 || there.part.length === 0) unknownTables(place.path)
      return there
    },
    'opencode'
  )
  const row = await rowOf(session, reading)
  const content = newSessionRows(made, { row, title, ...folder }, columns, made.createdAt)
  return stepFor(source, place, made.id, content, { because })
}

async function folderOf(
  place: DatabasePlace,
  { session, workspace }: SessionWish,
  reading: Reading
): Promise<FolderOfProject> {
  const { projects } = await readSessionIndex(place, reading)
  if (workspace !== null) return projectOfFolder(workspace, projects)
  const { project, directory } = session.info
  if (directory === null) return fail('refused', 'The session does not say in which folder it worked.')
  const own = project === null ? undefined : projects.get(project)
  if (project !== null && own !== undefined) return { project, directory, path: pathBelow(own.worktree, directory) }
  return projectOfFolder(directory, projects)
}

/** The row of the origin; of one in files what its row would have besides what every new one has. */
async function rowOf({ info, database }: FoundSession, reading: Reading): Promise<SqlRow> {
  const inFile = { version: info.version ?? '0' }
  if (database === null) return inFile
  const sql = 'SELECT * FROM session WHERE id = ?'
  return withDatabase(database.path, reading, (open) => open.get(sql, info.id) ?? inFile, 'opencode')
}

function unknownTables(path: string): never {
  return fail('refused', `The tables of ${path} are those of a version that Reprise has not seen opencode write.`, {
    advice: 'Use opencode itself: `opencode --session` with `--fork` begins a copy.'
  })
}
