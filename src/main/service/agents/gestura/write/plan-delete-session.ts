import { dirname, join } from 'node:path'
import { fail } from '@shared/ipc/errors'
import { elementSpans } from '../../../json/element-spans'
import type { ConflictDraft, FileStepDraft, PlanDraft } from '../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../adapter'
import { checkpointsOf } from '../checkpoints/list-checkpoints'
import type { ReadCheckpoint } from '../checkpoints/read-checkpoint'
import { type GesturaPlaces, placesOf } from '../places'
import { fieldsOf, textOf } from '../reading/fields'
import { readTextFile, statOf } from '../reading/read-file'
import { findSession, readSessionAt, type SessionPlace } from '../sessions/find-session'
import { unfitId } from '../sessions/session-id'
import { sessionTitle } from '../sessions/session-title'
import { unfitWorkspaceId } from '../sessions/workspace'
import { JsonTextEdit } from './edit-json-text'
import { liveState } from './live-state'
import { restoreConflicts } from './restore-conflicts'
import { closeFirst, counted, fileStep } from './step-drafts'

/**
 * Removes a session: its files in every layout that shows it, and its task lists in all three places. Checkpoints stay, so that the session
 * can be put back from one, unless the person has them go too.
 */
export function planDeleteSession(source: SourceLocation, sessionId: string, reading: Reading): PlanDraft {
  const places = placesOf(source)
  const found = findSession(places, sessionId)
  const checkpoints = checkpointsOf(places.checkpoints, sessionId, reading.now())
  const sessionSteps = found.flatMap((place, index) => removalOf(place, sessionId, index))
  const taskSteps = unfitId(sessionId) === null ? removedTasks(places, sessionId) : []
  const checkpointSteps = checkpoints.map((each, index) => removedCheckpoint(each, index, places))
  const steps = [...sessionSteps, ...taskSteps, ...checkpointSteps]
  if (steps.length === 0) fail('session.gone', `There is nothing of session ${sessionId} any more.`)
  const [first] = found
  const session = first === undefined ? null : (readSessionAt(first, sessionId)?.session ?? null)
  const workspace = textOf(fieldsOf(session?.state).workspace_dir)
  return {
    title: session === null ? `Session ${sessionId}` : sessionTitle(session.title, fieldsOf(session.state).messages),
    steps,
    conflicts: [...running(places, sessionId, reading, steps), ...aboutCheckpoints(checkpointSteps)],
    cannot: [
      {
        what: workspace === null ? 'Files that the session worked on' : `Files in ${workspace}`,
        because: 'they are no part of the session and stay as they are'
      },
      ...sandboxes(places, sessionId).map((path) => ({
        what: `Its sandbox folder ${path}`,
        because: 'what is in it may be wanted; remove it yourself if it is not'
      }))
    ],
    notes: [closeFirst, 'Everything that goes is put into the vault and can be brought back.'],
    inputs: []
  }
}

/** Folders that gestura made for the session to work in. */
function sandboxes(places: GesturaPlaces, sessionId: string): readonly string[] {
  if (unfitWorkspaceId(sessionId) !== null) return []
  return places.sandboxes.map((folder) => join(folder, sessionId)).filter((path) => statOf(path) !== null)
}

function removalOf(place: SessionPlace, sessionId: string, index: number): readonly FileStepDraft[] {
  const root = place.kind === 'file' ? dirname(place.folder.path) : dirname(place.path)
  const id = index === 0 ? 'session' : `session-${index + 1}`
  if (place.kind === 'file') {
    const because = index === 0 ? 'the session' : 'an older copy of the session, which would show again'
    return [fileStep(id, 'session', place.path, root, null, because)]
  }
  const without = withoutElement(place.path, sessionId)
  const because = 'the session is taken out of the file of the oldest GUI; the others in it stay'
  return without === null ? [] : [fileStep(id, 'session', place.path, root, without, because)]
}

/** The file of the oldest GUI without one session. */
function withoutElement(path: string, sessionId: string): string | null {
  const file = readTextFile(path)
  if (file.state !== 'read') return null
  const ids = elementSpans(file.text, ['sessions']).map(({ from, to }) => idOf(file.text.slice(from, to)))
  if (!ids.includes(sessionId)) return null
  const edit = new JsonTextEdit(file.text)
  edit.filter(['sessions'], (index) => ids[index] !== sessionId)
  return edit.result()
}

function idOf(text: string): string | null {
  return textOf(fieldsOf(JSON.parse(text)).id)
}

function removedTasks(places: GesturaPlaces, sessionId: string): readonly FileStepDraft[] {
  return places.tasks.flatMap((place, index) => {
    const path = join(place.path, `${sessionId}.json`)
    const root = dirname(place.path)
    const id = index === 0 ? 'tasks' : `tasks-${index + 1}`
    return statOf(path) === null ? [] : [fileStep(id, 'tasks', path, root, null, `its task list (${place.name})`)]
  })
}

function removedCheckpoint(
  { path, label, createdAt }: ReadCheckpoint,
  index: number,
  places: GesturaPlaces
): FileStepDraft {
  const because = `${label ? `“${label}”` : 'no label'}, of ${createdAt ?? 'an unknown time'}`
  return fileStep(`checkpoint-${index + 1}`, 'checkpoint', path, places.dataFolder, null, because)
}

function aboutCheckpoints(steps: readonly FileStepDraft[]): readonly ConflictDraft[] {
  if (steps.length === 0) return []
  const many = counted(steps.length, 'checkpoint')
  return [
    {
      id: 'checkpoints',
      code: 'gestura.delete.checkpoints',
      what: `The session has ${many}.`,
      step: null,
      options: [
        {
          value: 'keep',
          label: 'Keep them',
          effect: 'The session stays in the list as gone, and can be put back to one of them.'
        },
        {
          value: 'remove',
          label: 'Remove them too',
          effect: `${many} ${steps.length === 1 ? 'goes' : 'go'} into the vault.`
        }
      ],
      default: 'keep',
      leavesOut: { keep: steps.map(({ id }) => id), remove: [] }
    }
  ]
}

/** While gestura may have the session open it writes it again: then nothing is removed unless the person says so. */
function running(
  places: GesturaPlaces,
  sessionId: string,
  reading: Reading,
  steps: readonly FileStepDraft[]
): readonly ConflictDraft[] {
  if (unfitId(sessionId) !== null) return []
  const live = liveState(places, sessionId)
  const asked = restoreConflicts({ live, sessionId, asked: sessionId, checkpointTasks: 1, now: reading.now() })
  return asked.map((conflict) => ({
    ...conflict,
    step: null,
    options: [
      {
        value: 'keep',
        label: 'Keep the session',
        effect: 'Nothing is removed. Close gestura and make the plan again.'
      },
      { value: 'replace', label: 'Delete it anyway', effect: 'The files go although gestura may be running.' }
    ],
    leavesOut: { keep: steps.map(({ id }) => id), replace: [] }
  }))
}
