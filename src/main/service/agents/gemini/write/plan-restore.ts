import { readFileSync, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { CannotBringBack } from '@shared/domain/plan'
import { ExpectedFailure, fail } from '@shared/ipc/errors'
import type { ConflictDraft, PlanDraft } from '../../../restore/plan-draft'
import { type Moves, movedPath } from '../../../workspaces/relocate'
import type { OpenedSession, Reading } from '../../adapter'
import { GitObjects } from '../../file-store/git-objects'
import { restoreTree, type TreePlan } from '../../file-store/restore-tree'
import { fieldsOf } from '../../json-fields/fields'
import { checkpointId, checkpointPaths, readCheckpoint } from '../checkpoints/checkpoint-files'
import { chatId, savedChats } from '../checkpoints/saved-chats'
import { ShadowRepository } from '../checkpoints/shadow-repository'
import type { SessionFile } from '../files/find-session'
import type { GeminiPlaces } from '../places'
import { changedSince } from './changed-since'
import { endBeforeCall, endBeforeSaved } from './choose-end'
import { logOf, newSession, type PlannedSession } from './plan-new-session'

/** A point of a session: a commit of the files, an end of the log, or both. */
interface Point {
  readonly title: string
  readonly commit: string | null
  readonly at: number
  /** How many lines of the log come before it; null where that is not known. */
  readonly count: number | null
  readonly inputs: readonly string[]
}

/**
 * Back to what Gemini CLI kept: before a tool changed files, both the files and the conversation; a saved chat the conversation; a loose commit the files.
 */
export async function planRestore(
  places: GeminiPlaces,
  file: SessionFile,
  session: OpenedSession,
  checkpoint: string,
  reading: Reading
): Promise<PlanDraft> {
  const point = pointOf(places, file, checkpoint)
  const { workspace } = session.summary
  const root = workspace === null ? null : movedPath(workspace, reading.moves)
  const files = await filesOf(places, file, point, root, reading.moves)
  const made = conversationOf(places, file, point, reading)
  const own = typeof made === 'string' ? null : made
  if (files.steps.length === 0 && own === null) {
    return fail('refused', 'There is nothing to put back to at this checkpoint.', {
      advice: `${files.cannot[0]?.because ?? 'No file differs'}; ${String(made)}`
    })
  }
  const asks = own !== null && files.steps.length > 0
  return {
    title: point.title,
    ...(own !== null && { created: own.id }),
    steps: [...files.steps, ...(own?.steps ?? [])],
    conflicts: [...(asks ? [whatToRestore(files, own)] : []), ...files.conflicts],
    cannot: files.cannot,
    notes: [
      ...(files.steps.length > 0 ? [`Files are written in ${root} only, and never in .git.`] : []),
      ...(own === null ? [`The conversation is not part of this plan: ${String(made)}`] : own.notes)
    ],
    inputs: [file.path, ...point.inputs]
  }
}

function pointOf(places: GeminiPlaces, file: SessionFile, checkpoint: string): Point {
  const { project } = file.group
  const lines = logOf(file)
  const path = checkpointPaths(project).find((each) => checkpointId(each) === checkpoint)
  const tool = path === undefined ? null : readCheckpoint(path)
  if (path !== undefined && tool !== null && tool.sessionId === file.id) {
    const call = fieldsOf(fieldsOf(JSON.parse(readFileSync(path, 'utf8'))).toolCall)
    const count = endBeforeCall(lines, { tool: tool.tool, argumentsText: JSON.stringify(call.args ?? null) })
    return { title: `Before ${tool.tool}`, commit: tool.commit, at: tool.at ?? 0, count, inputs: [path] }
  }
  const chat = savedChats(project).find((each) => chatId(each) === checkpoint)
  if (chat !== undefined) {
    const count = endBeforeSaved(lines, chat.tag)
    return { title: `Saved as “${chat.tag}”`, commit: null, at: chat.at, count, inputs: [] }
  }
  const commit = new ShadowRepository(places.history, project.name)
    .commits()
    .find(({ hash }) => checkpoint === `commit-${hash}`)
  if (commit === undefined) return fail('not.found', `The session has no checkpoint ${checkpoint.slice(0, 80)}.`)
  return { title: commit.subject, commit: commit.hash, at: commit.at, count: null, inputs: [] }
}

async function filesOf(
  places: GeminiPlaces,
  file: SessionFile,
  point: Point,
  root: string | null,
  moves: Moves | undefined
): Promise<TreePlan> {
  const nothing = (because: string): TreePlan => ({
    steps: [],
    conflicts: [],
    cannot: [{ what: 'Files in the working directory', because }]
  })
  if (point.commit === null) return nothing('a saved chat holds none')
  if (root === null || !isFolder(root)) return nothing('the working directory of the session is not there any more')
  const objects = new GitObjects(join(places.history, file.group.project.name, '.git'))
  const files = await objects.filesOf(point.commit)
  if (files === null) return nothing('the commit is not in the shadow repository any more')
  const { changed, commands } = changedSince(file.path, { root, moves }, point.at)
  const plan = await restoreTree({ agent: 'gemini', objects, files, top: root, root, changed })
  return { ...plan, cannot: [...plan.cannot, ...notInIt(commands)] }
}

function notInIt(commands: readonly string[]): readonly CannotBringBack[] {
  const ran = `${commands.length} shell ${commands.length === 1 ? 'command' : 'commands'} since then`
  return [
    ...(commands.length > 0
      ? [{ what: `What ${ran} did outside of the files in the commit`, because: 'no copy of that is kept' }]
      : []),
    {
      what: 'Files that the project ignores, and files that came since and that Gemini CLI did not make',
      because: 'they are in no commit, and not captured is not absent'
    }
  ]
}

function conversationOf(
  places: GeminiPlaces,
  file: SessionFile,
  { count }: Point,
  reading: Reading
): PlannedSession | string {
  if (count === null) return 'the log does not tell where in it this point is.'
  try {
    return newSession(places, file, logOf(file).slice(0, count), null, reading)
  } catch (error) {
    if (error instanceof ExpectedFailure) return error.failure.message
    throw error
  }
}

function whatToRestore({ steps }: TreePlan, made: PlannedSession): ConflictDraft {
  const files = `${steps.length} ${steps.length === 1 ? 'file' : 'files'} of the plan`
  return {
    id: 'what',
    code: 'gemini.restore.what',
    what: 'A checkpoint is a point of the conversation and of the files. Which of them goes back?',
    step: null,
    options: [
      { value: 'keep', label: 'The files only', effect: `${files}; the conversation stays as it is.` },
      {
        value: 'both',
        label: 'The files and the conversation',
        effect: `${files}, and a new session that ends before it.`
      },
      {
        value: 'conversation',
        label: 'The conversation only',
        effect: 'A new session that ends before it; files stay.'
      }
    ],
    default: 'keep',
    leavesOut: { keep: made.steps.map(({ id }) => id), both: [], conversation: steps.map(({ id }) => id) }
  }
}

function isFolder(path: string): boolean {
  return isAbsolute(path) && (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false)
}
