import type { ConflictDraft, StepDraft } from '../../../../restore/plan-draft'
import { type Fields, fieldsOf, listOf } from '../../fields'
import { sessionFile } from '../../store/layout'
import type { WriterLease } from '../../store/lease'
import { statOf } from '../../store/read-bytes'
import { isFinal } from '../../transcript/lay-out'
import { isOwnHolder } from '../writer-lease'

/** A session that was written within this time may still be open in the agent. */
const recentMs = 120_000
/** Work that has not ended by then was left behind by a crash. */
const abandonedMs = 24 * 3_600_000

/** A lease has no end and no release: taking it over shuts its holder out, so nothing is written before that is agreed to (a3s-57). */
export function leaseConflict(lease: WriterLease | null, steps: readonly StepDraft[]): readonly ConflictDraft[] {
  if (lease === null || isOwnHolder(lease.holderId)) return []
  const { holderId, epoch } = lease
  return [
    {
      id: 'lease',
      code: 'a3s.lease.held',
      what: `${holderId} has the writer lease of this store (epoch ${epoch}). Such a lease has no end.`,
      step: null,
      options: [
        { value: 'keep', label: 'Leave it the lease', effect: 'Nothing is written.' },
        {
          value: 'take-over',
          label: `Take the lease over from ${holderId}`,
          effect: `The epoch becomes ${epoch + 1n}. ${holderId} can save nothing any more until it acquires the lease again. An undo does not give it back.`
        }
      ],
      default: 'keep',
      leavesOut: { keep: steps.map((step) => step.id), 'take-over': [] }
    }
  ]
}

/** a3s keeps a session in memory while it runs and writes all of it at its next save. */
export function runningConflict(
  root: string,
  id: string,
  plain: Fields | null,
  now: number,
  steps: readonly StepDraft[]
): readonly ConflictDraft[] {
  const modified = statOf(sessionFile(root, id))?.mtimeMs
  const age = modified === undefined ? null : Math.abs(now - modified)
  const recent = age !== null && age <= recentMs
  const unfinished = age !== null && age <= abandonedMs ? unfinishedWork(plain) : null
  if (!recent && unfinished === null) return []
  const why = recent ? `a3s wrote this session ${Math.round(age / 1000)} seconds ago` : unfinished
  return [
    {
      id: 'running',
      code: 'a3s.session.running',
      what: `${why} and may still be at work on it: then its next save replaces what is written here.`,
      step: null,
      options: [
        { value: 'keep', label: 'Keep the session', effect: 'Nothing is written. Close a3s and make the plan again.' },
        { value: 'replace', label: 'Change it anyway', effect: 'It is written although a3s may be running.' }
      ],
      default: 'keep',
      leavesOut: { keep: steps.map((step) => step.id), replace: [] }
    }
  ]
}

function unfinishedWork(plain: Fields | null): string | null {
  const runs = listOf(plain?.run_records).filter((run) => !isFinal(run)).length
  const tasks = listOf(plain?.subagent_tasks).filter((task) => fieldsOf(task).status === 'running').length
  if (runs > 0) return `a3s has not ended ${runs === 1 ? 'a run' : `${runs} runs`} of this session`
  return tasks > 0 ? `a3s has ${tasks === 1 ? 'a subagent' : `${tasks} subagents`} of this session at work` : null
}
