import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { fail } from '@shared/ipc/errors'
import type { FileStepDraft, PlanDraft } from '../../../restore/plan-draft'
import type { ListedSession, SourceLocation } from '../../adapter'
import { checkCopyable } from '../../file-store/largest-copy'
import { latinMovedBy } from '../../file-store/moved-by'
import { type ByteSource, withBytes } from '../../lines/byte-source'
import { objectOf } from '../../lines/line-record'
import { asLatinJson } from '../../lines/record-line'
import { rewriteLog } from '../../lines/rewrite-log'
import type { FolderMove, ImportSession } from '../../write-part'
import { type ClaudePlaces, placesOf } from '../places'
import { findSession } from '../sessions/find-session'
import { sessionParts } from '../sessions/session-parts'
import { openSession } from '../transcript/open-session'
import { importedNotes } from './note-steps'
import { placeOf } from './plan-new-session'
import { counted, ownStep } from './steps'

/** How the names of a session change on its way into another home. */
interface Renaming {
  readonly from: string
  readonly to: string
  readonly project: { readonly from: string; readonly to: string }
  /** Folders of then and of now. */
  readonly moves: readonly FolderMove[]
  readonly agents: ReadonlyMap<string, string>
}

/**
 * A session from elsewhere with all its branches and files, as a new session of this home: a new id, new ids of its subagents, the project folder and
 * working directory of here. Everything else stays byte for byte, also lines that hold no record. Notes of its project go to those of the folder.
 */
export function planImport(
  source: SourceLocation,
  { sessionId, from, workspace, moves = [] }: ImportSession
): PlanDraft {
  const file = findSession(placesOf(from), sessionId)
  if (file === null) return fail('session.gone', 'The transcript of this session did not come along.')
  if (file.parent !== undefined) {
    return fail('refused', 'A subagent is no session of its own.', { advice: 'Take over the session that started it.' })
  }
  const parts = sessionParts(placesOf(from), sessionId)
  checkCopyable(parts.map(({ path }) => path))
  const summary = summaryOf(from, sessionId)
  const places = placesOf(source)
  const place = placeOf(places, file, summary.workspace, workspace)
  const renaming: Renaming = {
    from: sessionId,
    to: randomUUID(),
    project: { from: file.project, to: place.project },
    moves: [...(place.folder === null ? [] : [place.folder]), ...moves],
    agents: takenAgents(
      places,
      parts.map(({ path }) => path)
    )
  }
  const steps = parts.map(({ path, what, because }, index): FileStepDraft => {
    const target = join(places.root, renamedPath(relative(from.root, path), renaming))
    const id = index === 0 ? 'session' : `part-${index + 1}`
    return ownStep(places, { id, what, path: target, content: contentOf(path, renaming), because })
  })
  const notes = importedNotes(from, sessionId, places, place.project)
  return {
    title: summary.title,
    created: renaming.to,
    steps: [...steps, ...notes.steps],
    conflicts: notes.conflicts,
    cannot: [...notes.cannot, noFiles],
    notes: saidOf(renaming.to, steps.length, notes.steps.length),
    inputs: []
  }
}

const noFiles = {
  what: 'Files in the working directory',
  because: 'they did not come along; copies that Claude Code made of them did'
}

function saidOf(id: string, files: number, notes: number): readonly string[] {
  return [
    `The new session is claude-code:${id}, with ${counted(files, 'file')}.`,
    ...(notes === 0
      ? []
      : [`${counted(notes, 'note')} of its project came along: all sessions of the folder read them.`]),
    'Paths in what people and the model wrote stay as they were.'
  ]
}

function summaryOf(from: SourceLocation, id: string): ListedSession {
  const session = openSession(from, id)
  const { summary } = session
  session.close()
  return summary
}

/** New ids for the subagents whose ids this home has already: a store knows each one once. */
function takenAgents(places: ClaudePlaces, paths: readonly string[]): ReadonlyMap<string, string> {
  const ids = paths.flatMap(
    (path) => /[/\\]subagents[/\\](?:.+[/\\])?agent-([\w-]{1,100})\.jsonl$/.exec(path)?.[1] ?? []
  )
  const taken = ids.filter((id) => findSession(places, `agent-${id}`) !== null)
  return new Map(taken.map((id) => [id, `a${randomBytes(8).toString('hex')}`]))
}

/** Only names change that are made of the session's id, of a subagent's, or of the project: below the folders that Claude Code keeps for sessions. */
function renamedPath(path: string, { from, to, project, agents }: Renaming): string {
  const names = path.split(sep).map((name, index, all) => {
    if (index === 1 && all[0] === 'projects') return name === project.from ? project.to : name
    const own =
      name === from || name.startsWith(`${from}.`) || name.startsWith(`${from}-`) ? to + name.slice(from.length) : name
    return [...agents].reduce((changed, [old, now]) => withAgent(changed, old, now), own)
  })
  return names.join(sep)
}

function contentOf(path: string, renaming: Renaming): Uint8Array {
  const isLog = path.endsWith('.jsonl') && path.split(sep).includes('projects')
  if (!isLog) return readFileSync(path)
  const agent = renaming.agents.get(/^agent-(.+)\.jsonl$/.exec(basename(path))?.[1] ?? '') ?? null
  return withBytes(path, (source) => rewrittenLog(source, renaming, agent))
}

function rewrittenLog(source: ByteSource, { from, to, moves, agents }: Renaming, agent: string | null): Buffer {
  return rewriteLog(
    source,
    (fields) => {
      const members: Record<string, string> = {}
      if (typeof fields.sessionId === 'string') members.sessionId = asLatinJson(to)
      if (fields.requestSessionId === from) members.requestSessionId = asLatinJson(to)
      if (agent !== null && typeof fields.agentId === 'string') members.agentId = asLatinJson(agent)
      const cwd = typeof fields.cwd === 'string' ? latinMovedBy(fields.cwd, moves) : null
      if (cwd !== null) members.cwd = JSON.stringify(cwd)
      const backup = fields.type === 'file-history-delta' ? objectOf(fields.backup) : null
      const folder = typeof backup?.realParentDir === 'string' ? latinMovedBy(backup.realParentDir, moves) : null
      if (folder !== null) members.backup = JSON.stringify({ ...backup, realParentDir: folder })
      return members
    },
    (line) => [...agents].reduce((changed, [old, now]) => withAgent(changed, old, now), line)
  )
}

/** Shorter ones are also words and numbers of a text. */
const shortestId = 8

/** Another id of a subagent wherever its own one stands alone; a short one only where it is said to be one. */
function withAgent(text: string, old: string, now: string): string {
  const before = old.length < shortestId ? '(?<=agent-|"agentId":\\s*")' : '(?<=agent-|(?<![\\w-]))'
  return text.replace(new RegExp(`${before}${old}(?![\\w-])`, 'g'), now)
}
