import type { SessionActivity } from '@shared/domain/activity'
import type { Entry } from '@shared/domain/transcript'

/** Whether a process of the agent has the session open: null where the agent leaves nothing that says so. */
export type OpenInProcess = boolean | null

/** Notices that say nothing of how the last turn went. */
const aside: readonly Entry['notice'][] = ['fork', 'compaction', 'rewind', 'setting', 'session', 'reflection', 'other']

/**
 * What an agent does with a session, from the end of its transcript (in order, the last entry last) and from whether it is open; null where that is
 * not known. Without a process nobody can tell a turn that goes on from one that was cut off, so that an unanswered prompt means nothing then.
 */
export function activityOf(end: readonly Entry[], open: OpenInProcess): SessionActivity | null {
  const last = end.findLast((entry) => entry.kind !== 'unrecognised' && !aside.includes(entry.notice))
  if (last === undefined) return null
  if (last.notice === 'failure') return 'failed'
  const over = last.notice === 'run' || (last.kind === 'assistant' && last.draft !== true)
  if (open) return over || last.notice === 'interruption' ? 'waiting' : 'running'
  return over ? 'done' : null
}
