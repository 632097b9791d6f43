import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from '@shared/domain/finding'
import { ExpectedFailure } from '@shared/ipc/errors'
import type { Reading } from '../../adapter'
import { databaseFacts } from '../../foreign-sqlite/file-facts'
import type { ReadDatabase } from '../../foreign-sqlite/read-database'
import { withDatabase } from '../../foreign-sqlite/with-database'
import { asName } from '../../json-access'
import { finding } from '../findings'
import { type ThreadRow, threadRow } from './thread-row'

/** Codex's index of a home. It is rebuilt from rollouts, so it is never the only truth, but it knows of sessions whose rollout is gone. */
export interface ThreadIndex {
  /** File name of the database; null where there is none. */
  readonly unit: string | null
  readonly fingerprint: string
  readonly rows: ReadonlyMap<string, ThreadRow>
  /** Whether Codex has named in it all that there was, so that what it lacks is missing. It does so once, after it has made the tables. */
  readonly filled: boolean
  readonly findings: readonly Finding[]
}

const none: ThreadIndex = { unit: null, fingerprint: 'none', rows: new Map(), filled: false, findings: [] }

/** The last answer for each database of this process, good for as long as the files do not change. */
const answers = new Map<string, ThreadIndex>()

/** Reads the newest generation of `state_<n>.sqlite`. Trouble with it is a finding: sessions are listed without it. */
export async function readThreadIndex(root: string, reading: Reading): Promise<ThreadIndex> {
  const unit = newestGeneration(root, 'state')
  if (unit === null) return none
  const path = join(root, unit)
  try {
    const { fingerprint } = databaseFacts(path)
    const known = answers.get(path)
    if (known?.fingerprint === fingerprint) return known
    const read = await withDatabase(path, reading, readRows)
    const index: ThreadIndex = { unit, fingerprint, ...read, findings: [] }
    answers.set(path, index)
    return index
  } catch (error) {
    if (!(error instanceof ExpectedFailure)) throw error
    const { code, message, advice } = error.failure
    const what = finding(code === 'source.locked' ? 'notice' : 'problem', 'index.unreadable', message, {
      where: path,
      still: 'Sessions are listed from their rollouts; names that were given to them may be missing.',
      ...(advice === undefined ? {} : { can: advice })
    })
    return { unit, fingerprint: `unreadable ${code}`, rows: new Map(), filled: false, findings: [what] }
  }
}

/** Name of the database with the highest number; Codex starts a new file for each generation of its tables. */
export function newestGeneration(root: string, name: string): string | null {
  const pattern = new RegExp(`^${name}_(\\d{1,6})\\.sqlite$`)
  let newest: { number: number; file: string } | null = null
  for (const file of names(root)) {
    const number = Number(pattern.exec(file)?.[1] ?? Number.NaN)
    if (number > (newest?.number ?? -1)) newest = { number, file }
  }
  return newest?.file ?? null
}

function readRows(database: ReadDatabase): Pick<ThreadIndex, 'rows' | 'filled'> {
  const rows = new Map<string, ThreadRow>()
  const parents = new Map<string, string>()
  const tables = new Set(database.all("SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) => name))
  if (tables.has('thread_spawn_edges')) {
    for (const edge of database.all(
      'SELECT parent_thread_id AS parent, child_thread_id AS child FROM thread_spawn_edges'
    )) {
      const [parent, child] = [asName(edge.parent), asName(edge.child)]
      if (parent !== null && child !== null) parents.set(child, parent)
    }
  }
  if (!tables.has('threads')) return { rows, filled: false }
  // Which columns there are depends on the generation, so that all are taken.
  for (const row of database.iterate('SELECT * FROM threads')) {
    const thread = threadRow(row, parents)
    if (thread !== null) rows.set(thread.id, thread)
  }
  return { rows, filled: !tables.has('backfill_state') || isFilled(database) }
}

function isFilled(database: ReadDatabase): boolean {
  return database.all('SELECT * FROM backfill_state').some(({ status }) => status === 'complete')
}

function names(root: string): readonly string[] {
  try {
    return readdirSync(root)
  } catch {
    return []
  }
}
