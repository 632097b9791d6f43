import type { Finding } from '@shared/domain/finding'
import { ExpectedFailure } from '@shared/ipc/errors'
import type { Reading } from '../../adapter'
import { databaseFacts } from '../../foreign-sqlite/file-facts'
import { integer, type ReadDatabase, text } from '../../foreign-sqlite/read-database'
import { unlessDamaged } from '../../foreign-sqlite/unless-damaged'
import { withDatabase } from '../../foreign-sqlite/with-database'
import type { JsonObject } from '../../json-access'
import { finding } from '../findings'
import type { DatabasePlace } from '../places'
import { infoOfRow, type SessionInfo } from '../records/session-info'
import { plainRow, tablesOf } from './tables'

/** What a database says of a session without its messages. */
export interface IndexedSession {
  readonly info: SessionInfo
  /** Changes with its row, and with the number and the newest of its messages. */
  readonly state: string
  /** When its first message was begun; null where it has none. */
  readonly firstAt: number | null
}

export interface Project {
  readonly worktree: string | null
  readonly updatedAt: number
}

/** All sessions and projects of one database. */
export interface SessionIndex {
  readonly place: DatabasePlace
  readonly fingerprint: string
  readonly sessions: ReadonlyMap<string, IndexedSession>
  readonly projects: ReadonlyMap<string, Project>
  /** Trouble with the database; its sessions are then not known. */
  readonly findings: readonly Finding[]
}

const messageTables = ['message', 'session_message']

/** The last answer for each database of this process, good for as long as the files do not change. */
const answers = new Map<string, SessionIndex>()

/** Reads the rows of sessions. Trouble with the database is a finding: sessions in files are listed without it. */
export async function readSessionIndex(place: DatabasePlace, reading: Reading): Promise<SessionIndex> {
  const { path } = place
  const empty = { place, sessions: new Map(), projects: new Map() }
  try {
    const { fingerprint } = databaseFacts(path)
    const known = answers.get(path)
    if (known?.fingerprint === fingerprint) return known
    const rows = await withDatabase(path, reading, (database) => {
      const tables = tablesOf(database)
      const read = readSessions(database, tables)
      return { ...read, projects: unlessDamaged(noProjects, () => readProjects(database, tables)) }
    })
    const { sessions, projects, whole } = rows
    const index = { place, fingerprint, sessions, projects, findings: whole ? [] : [damaged(path)] }
    answers.set(path, index)
    return index
  } catch (error) {
    if (!(error instanceof ExpectedFailure)) throw error
    const { code, message, advice } = error.failure
    const severity = code === 'source.locked' ? 'notice' : 'problem'
    const trouble = finding(severity, 'database.unreadable', message, {
      where: path,
      still: 'Sessions in JSON files of an older version are listed without it.',
      ...(advice === undefined ? {} : { can: advice })
    })
    return { ...empty, fingerprint: `unreadable ${code}`, findings: [trouble] }
  }
}

/** Rows up to a damaged page, if there is one. */
function readSessions(database: ReadDatabase, tables: ReadonlySet<string>) {
  const sessions = new Map<string, IndexedSession>()
  const messages = messageTables
    .filter((name) => tables.has(name))
    .map((table) => unlessDamaged(noEdges, () => readEdges(database, table)))
  // A migration may have got as far as a second table of sessions; the usual one counts more (cases: B16).
  const whole = ['session', 'session_v2']
    .filter((name) => tables.has(name))
    .map((table) =>
      unlessDamaged(false, () => {
        // Which columns there are depends on the version, so that all are taken.
        for (const row of database.iterate(`SELECT * FROM ${table}`)) takeRow(sessions, plainRow(row), messages)
        return true
      })
    )
  return { sessions, whole: whole.every((each) => each) }
}

type Edges = ReadonlyMap<string, { readonly firstAt: number | null; readonly state: string }>

const noEdges: Edges = new Map()
const noProjects: ReadonlyMap<string, Project> = new Map()

function takeRow(sessions: Map<string, IndexedSession>, row: JsonObject, messages: readonly Edges[]): void {
  const info = infoOfRow(row)
  if (info === null || sessions.has(info.id)) return
  const edges = messages.map((found) => found.get(info.id))
  const state = [JSON.stringify(row), ...edges.map((edge) => edge?.state ?? '')].join(' ')
  const firstAt = edges.find((edge) => edge !== undefined)?.firstAt ?? null
  sessions.set(info.id, { info, state, firstAt })
}

function damaged(path: string): Finding {
  return finding('problem', 'database.damaged', 'A part of the database is damaged.', {
    where: path,
    still: 'What lies elsewhere in it is shown.',
    can: 'Close opencode and restore the file from a backup; Reprise changes nothing in it.'
  })
}

/** What the index of a table of messages says of each session: it is read alone, without the messages. */
function readEdges(database: ReadDatabase, table: string): Edges {
  const rows = database.all(
    `SELECT session_id, count(*) AS rows, min(time_created) AS first, max(time_created) AS last FROM ${table} GROUP BY session_id`
  )
  return new Map(
    rows.map((row) => [
      text(row.session_id) ?? '',
      { firstAt: integer(row.first), state: `${integer(row.rows)} ${integer(row.last)}` }
    ])
  )
}

function readProjects(database: ReadDatabase, tables: ReadonlySet<string>): ReadonlyMap<string, Project> {
  const projects = new Map<string, Project>()
  if (!tables.has('project')) return projects
  for (const row of database.all('SELECT * FROM project')) {
    const updatedAt = integer(row.time_updated) ?? integer(row.time_created) ?? 0
    projects.set(text(row.id) ?? '', { worktree: text(row.worktree), updatedAt })
  }
  return projects
}
