import type { Checkpoint } from '@shared/domain/checkpoint'
import type { Task } from '@shared/domain/task'
import { counted } from '../../words/numbers'

/** What a checkpoint holds, counted, without its kind where that is the usual one or its label: `9 messages, 5 tasks`. */
export function shortHoldsWords(checkpoint: Checkpoint): string {
  const { kind } = checkpoint.holds
  const counts = countWords(checkpoint, false)
  const known = kind === 'session checkpoint' || kind === checkpoint.label?.toLowerCase()
  if (checkpoint.origin !== 'agent') return [originWords(checkpoint), ...counts].join(', ')
  return (known && counts.length > 0 ? counts : [kind, ...counts]).join(', ')
}

/** Whose copy it is, where it is not the agent's. */
function originWords({ origin, holds }: Pick<Checkpoint, 'origin' | 'holds'>): string {
  if (origin === 'agent') return holds.kind
  return origin === 'reprise' ? 'Kept copy' : 'Safety copy'
}

/** What a checkpoint holds, counted: `session checkpoint, 9 messages, 5 tasks, configuration`. */
export function holdsWords(checkpoint: Checkpoint): string {
  return [originWords(checkpoint), ...countWords(checkpoint, true)].join(', ')
}

function countWords({ holds, origin }: Checkpoint, whole: boolean): string[] {
  return [
    typeof holds.messages === 'number' &&
      (origin === 'agent' ? counted(holds.messages, 'message') : counted(holds.messages, 'entry', 'entries')),
    typeof holds.tasks === 'number' && counted(holds.tasks, 'task'),
    typeof holds.files === 'number' && counted(holds.files, 'file'),
    whole && holds.config && 'configuration'
  ].filter((part) => typeof part === 'string')
}

/** Its label, in words where it has none. An empty label is not the same as none. */
export function labelWords({ label }: Pick<Checkpoint, 'label'>): string {
  if (label === null) return 'No label'
  return label === '' ? 'Empty label' : label
}

/** Whether putting the session back to it would leave it without tasks. */
export function holdsNoTasks({ holds }: Checkpoint): boolean {
  return holds.tasks === 0
}

/** The agent's own word for a status, in lower-case words: `InProgress` and `in_progress` become `in progress`. */
export function statusWords({ status }: Pick<Task, 'status'>): string {
  return status
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
}
