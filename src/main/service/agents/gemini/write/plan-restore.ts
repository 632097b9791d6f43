import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CannotBringBack } from '@shared/domain/plan'
import { ExpectedFailure, fail } from '@shared/ipc/errors'
import type { PlanDraft } from '../../../restore/plan-draft'
import { type Moves, movedPath } from '../../../workspaces/relocate'
import type { OpenedSession, Reading } from '../../adapter'
import { GitObjects } from '../../file-store/git-objects'
import { isFolder, planBack } from '../../file-store/plan-back'
import { noFiles } from '../../file-store/restore-copies'
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
  const made = conversationOf(places, file, point, reading)
  return planBack({
    agent: 'gemini',
    title: point.title,
    root,
    files: await filesOf(places, file, point, root, reading.moves),
    made: typeof made === 'string' ? made : { ...made, cannot: [], inputs: [] },
    inputs: [file.path, ...point.inputs]
  })
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
  if (point.commit === null) return noFiles('a saved chat holds none')
  if (!isFolder(root)) return noFiles('the working directory of the session is not there any more')
  const objects = new GitObjects(join(places.history, file.group.project.name, '.git'))
  const files = await objects.filesOf(point.commit)
  if (files === null) return noFiles('the commit is not in the shadow repository any more')
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
