import { fail } from '@shared/ipc/errors'
import type { PlanDraft } from '../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../adapter'
import { findCheckpoint } from '../checkpoints/list-checkpoints'
import { holdings } from '../checkpoints/read-checkpoint'
import { placesOf } from '../places'
import { counted, fileStep } from './step-drafts'

/** Removes one checkpoint file, whatever its name. Like the agent's store, a missing one is an error. */
export function planDeleteCheckpoint(
  source: SourceLocation,
  sessionId: string,
  checkpointId: string,
  reading: Reading
): PlanDraft {
  const places = placesOf(source)
  const found = findCheckpoint(places.checkpoints, sessionId, checkpointId, reading.now())
  if (found === undefined) {
    return fail('not.found', `Session ${sessionId} has no checkpoint ${checkpointId}.`, { data: { error: 'NotFound' } })
  }
  const { messages, tasks } = holdings(found)
  const held = [
    ...(messages === null ? [] : [counted(messages, 'message')]),
    ...(tasks === null ? [] : [counted(tasks, 'task')])
  ]
  const because = `${found.label ? `“${found.label}”` : 'no label'}${held.length > 0 ? `, ${held.join(' and ')}` : ''}`
  return {
    title: `Delete checkpoint${found.label ? `: ${found.label}` : ''}`,
    steps: [fileStep('checkpoint', 'checkpoint', found.path, places.dataFolder, null, because)],
    conflicts: [],
    cannot: [],
    notes: ['The session and its tasks stay as they are. The file goes into the vault and can be brought back.'],
    inputs: []
  }
}
