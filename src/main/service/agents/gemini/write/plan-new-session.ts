import { createHash, randomUUID } from 'node:crypto'
import { fail } from '@shared/ipc/errors'
import type { FileStepDraft, PlanDraft } from '../../../restore/plan-draft'
import type { OpenedSession, Reading } from '../../adapter'
import { checkCopyable } from '../../file-store/largest-copy'
import { withBytes } from '../../lines/byte-source'
import type { FolderMove } from '../../write-part'
import type { SessionFile } from '../files/find-session'
import { type ProjectFolder, projectFolders, Workspaces } from '../files/project-folders'
import type { GeminiPlaces } from '../places'
import { type LogLine, readLog } from './log-lines'
import { newSessionSteps } from './new-session'

export interface PlannedSession {
  readonly id: string
  readonly steps: readonly FileStepDraft[]
  readonly notes: readonly string[]
}

/** The lines of a session, which has to be a log of its own. Throws `refused`. */
export function logOf(file: SessionFile): readonly LogLine[] {
  if (file.group.parent !== undefined) {
    return fail('refused', 'A subagent is no session of its own.', { advice: 'Choose an entry of its session.' })
  }
  if (!file.path.endsWith('.jsonl')) {
    return fail('refused', 'This session is in the format of earlier versions, one document a session.', {
      advice: 'Resume it once in Gemini CLI, which writes it anew.'
    })
  }
  checkCopyable([file.path])
  return withBytes(file.path, readLog)
}

/** A new session of the first `count` lines. Throws `refused` where they hold no prompt. */
export function newSession(
  places: GeminiPlaces,
  origin: SessionFile,
  lines: readonly LogLine[],
  workspace: string | null,
  reading: Pick<Reading, 'now'>
): PlannedSession {
  const place = workspace === null ? { project: origin.group.project, projectHash: null } : projectOf(places, workspace)
  return newSessionIn(places, origin, lines, place, reading)
}

/** Where a new session lies; `projectHash` null: where its origin is. */
export interface ProjectPlace {
  readonly project: ProjectFolder
  readonly projectHash: string | null
  readonly moves?: readonly FolderMove[]
}

/** The same in a project. Throws `refused` where the lines hold no prompt. */
export function newSessionIn(
  places: GeminiPlaces,
  origin: SessionFile,
  lines: readonly LogLine[],
  place: ProjectPlace,
  { now }: Pick<Reading, 'now'>
): PlannedSession {
  if (!lines.some(({ type, answers }) => type === 'user' && answers === null)) {
    return fail('refused', 'There is no prompt in this part of the conversation, so it would be no session.')
  }
  const id = randomUUID()
  return {
    id,
    steps: newSessionSteps({ places, origin, moves: [], ...place, id, now: now(), lines }),
    notes: [
      `The new session is gemini:${id}; the original stays as it is, byte for byte.`,
      'Gemini CLI will load the log up to its end, which is the conversation as it was then. Reprise checks that after the apply.',
      'Its format has no place for where a session comes from, so the new one does not name the original.'
    ]
  }
}

export function draftOf(session: OpenedSession, file: SessionFile, { id, steps, notes }: PlannedSession): PlanDraft {
  return {
    title: session.summary.title,
    created: id,
    steps,
    conflicts: [],
    cannot: [
      { what: 'Files in the working directory', because: 'they stay as they are now; a checkpoint brings files back' }
    ],
    notes,
    inputs: [file.path]
  }
}

/** Gemini CLI keeps a folder for each directory that it was started in. */
function projectOf(places: GeminiPlaces, workspace: string): ProjectPlace {
  const workspaces = new Workspaces(places)
  const project = projectFolders(places).find((folder) => workspaces.of(folder) === workspace)
  if (project === undefined) {
    return fail('refused', `Gemini CLI does not know ${workspace} yet.`, {
      advice: 'Start it there once, then make the plan again.'
    })
  }
  return { project, projectHash: hashOf(workspace) }
}

/** What names a directory in the records. */
export function hashOf(workspace: string): string {
  return createHash('sha256').update(workspace).digest('hex')
}
