import { dirname, join } from 'node:path'
import type { CannotBringBack } from '@shared/domain/plan'
import { fail } from '@shared/ipc/errors'
import type { FileStepDraft, PlanDraft } from '../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../adapter'
import { findCheckpoint } from '../checkpoints/list-checkpoints'
import { holdings, listCheckpoint, type ReadCheckpoint } from '../checkpoints/read-checkpoint'
import { configDifferences } from '../config/config-differences'
import { configInUse } from '../config/read-config'
import { type GesturaPlaces, placesOf } from '../places'
import { fieldsOf, textOf } from '../reading/fields'
import { unfitId } from '../sessions/session-id'
import { countTasks } from '../tasks/read-tasks'
import { type LiveState, liveState } from './live-state'
import { restoreConflicts } from './restore-conflicts'
import { type RestoredFiles, restoredFiles } from './restored-files'
import { closeFirst, counted, fileStep } from './step-drafts'

/**
 * What putting a session back to a checkpoint would do. Like the agent's own apply it concerns two files, the session and its
 * process-wide task list; the payload's ids decide which. Expected failures: `not.found`, `checkpoint.invalid`, `refused`.
 */
export function planRestore(
  source: SourceLocation,
  sessionId: string,
  checkpointId: string,
  reading: Reading
): PlanDraft {
  const places = placesOf(source)
  const checkpoint = findCheckpoint(places.checkpoints, sessionId, checkpointId, reading.now())
  if (checkpoint === undefined)
    return fail('not.found', `Session ${sessionId} has no checkpoint ${checkpointId}.`, { data: { error: 'NotFound' } })
  checkRestorable(checkpoint)
  const files = restoredFiles(checkpoint)
  const live = liveState(places, files.sessionId)
  const held = holdings(checkpoint)
  return {
    title: listCheckpoint(checkpoint).title ?? 'Session',
    steps: steps(places, live, files, held),
    conflicts: restoreConflicts({
      live,
      sessionId: files.sessionId,
      asked: sessionId,
      checkpointTasks: held.tasks ?? 0,
      now: reading.now()
    }),
    cannot: cannotBringBack(places, checkpoint, files),
    notes: notes(live, files.sessionId),
    inputs: [checkpoint.path]
  }
}

/** Fails where the agent itself would refuse to restore the checkpoint. */
export function checkRestorable({ refusal, payload, path }: ReadCheckpoint): void {
  if (refusal !== null) {
    fail('checkpoint.invalid', `gestura would not restore this checkpoint, and neither does Reprise: ${refusal.why}.`, {
      advice: 'Choose another checkpoint.',
      data: { error: refusal.error, path }
    })
  }
  const unfit = unfitId(textOf(fieldsOf(payload?.session).id) ?? '')
  if (unfit !== null) {
    fail('refused', `The session in this checkpoint has an id that cannot name a file: ${unfit}.`, {
      data: { error: 'AgentSession', path }
    })
  }
}

function steps(
  places: GesturaPlaces,
  live: LiveState,
  files: RestoredFiles,
  held: { messages: number | null; tasks: number | null }
): readonly FileStepDraft[] {
  const messages = become(live.messages, held.messages ?? 0, 'message')
  const tasks = become(live.tasks.exists ? countTasks(live.tasks) : null, held.tasks ?? 0, 'task')
  const taskPath = join(places.liveTasks, `${files.sessionId}.json`)
  return [
    fileStep('session', 'session', live.sessionPath, dirname(places.liveSessions), files.session, messages),
    fileStep('tasks', 'tasks', taskPath, places.dataFolder, files.tasks, tasks)
  ]
}

function become(before: number | null, after: number, word: string): string {
  if (before === null) return `${counted(after, word)}, where there is nothing readable now`
  return before === after ? `${counted(after, word)}, as many as now` : `${counted(before, word)} become ${after}`
}

function cannotBringBack(
  places: GesturaPlaces,
  checkpoint: ReadCheckpoint,
  files: RestoredFiles
): readonly CannotBringBack[] {
  const differing = configDifferences(files.config, configInUse(places).root).length
  const workspace = textOf(fieldsOf(fieldsOf(checkpoint.payload?.session).state).workspace_dir)
  return [
    {
      what: 'The configuration',
      because:
        differing === 0
          ? 'it is the same as when the checkpoint was made'
          : `${differing} ${differing === 1 ? 'setting differs' : 'settings differ'} from the checkpoint; today's configuration stays as it is`
    },
    {
      what: workspace === null ? 'Files that the session worked on' : `Files in ${workspace}`,
      because: 'a checkpoint holds no workspace files'
    },
    {
      what: 'What commands and tools did elsewhere',
      because: 'only the conversation and its tasks are in the checkpoint'
    }
  ]
}

function notes(live: LiveState, sessionId: string): readonly string[] {
  const found: string[] = [closeFirst]
  if (live.shown === null) found.push(`Session ${sessionId} has no file any more. It is created again.`)
  else if (!live.sessionExists) {
    found.push(
      `The session lies in an older layout (${live.shown.path}), which stays as it is. From then on the new file is shown.`
    )
  }
  if (!live.tasks.exists) found.push('There is no task file now. It is created.')
  if (
    live.tasks.exists &&
    (live.tasks.unreadable !== null || (live.tasks.document?.judge().problems.length ?? 0) > 0)
  ) {
    found.push('The present task file is damaged. It is replaced, and kept in the safety copy.')
  }
  for (const other of live.otherTasks) {
    const count = `${other.count} ${other.count === 1 ? 'task' : 'tasks'}`
    found.push(
      `Another task list of this session (${other.place}) holds ${count} and is not touched: ${other.read.path}`
    )
  }
  found.push('The time of the last activity goes back too, so the session moves down in lists that are sorted by it.')
  return found
}
