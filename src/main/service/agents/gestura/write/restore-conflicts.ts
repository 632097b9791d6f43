import type { ConflictDraft } from '../../../restore/plan-draft'
import { countTasks } from '../tasks/read-tasks'
import type { LiveState } from './live-state'

/** A session that was touched within this time may still be open in the agent. */
const recentMs = 120_000

interface Situation {
  readonly live: LiveState
  readonly sessionId: string
  /** The session that the checkpoint is listed under. */
  readonly asked: string
  readonly checkpointTasks: number
  readonly now: number
}

/** What the person has to decide before a restore. Every default keeps what is there. */
export function restoreConflicts(situation: Situation): readonly ConflictDraft[] {
  return [otherSession(situation), recentlyUsed(situation), emptyTasks(situation)].filter(
    (conflict) => conflict !== null
  )
}

function otherSession({ sessionId, asked }: Situation): ConflictDraft | null {
  if (sessionId === asked) return null
  return {
    id: 'other-session',
    code: 'gestura.restore.other-session',
    what: `This checkpoint is listed under session ${asked}, but holds session ${sessionId}. Restoring it writes that one.`,
    step: 'session',
    options: [
      { value: 'keep', label: 'Write nothing', effect: 'Both sessions stay as they are.' },
      {
        value: 'replace',
        label: `Write session ${sessionId}`,
        effect: 'The session that the checkpoint holds is put back.'
      }
    ],
    default: 'keep',
    leavesOut: { keep: ['session', 'tasks'], replace: [] }
  }
}

function recentlyUsed({ live, now }: Situation): ConflictDraft | null {
  const age = live.lastTouched === null ? null : Math.abs(now - live.lastTouched)
  if (age === null || age > recentMs) return null
  const seconds = Math.round(age / 1000)
  return {
    id: 'recently-used',
    code: 'gestura.restore.running',
    what: `gestura touched this session ${seconds} seconds ago and may still have it open: then it can write over what is put back, and shows it only after a restart.`,
    step: 'session',
    options: [
      {
        value: 'keep',
        label: 'Keep the session',
        effect: 'Nothing is written. Close gestura and make the plan again.'
      },
      {
        value: 'replace',
        label: 'Put it back anyway',
        effect: 'Session and tasks are replaced although gestura may be running.'
      }
    ],
    default: 'keep',
    leavesOut: { keep: ['session', 'tasks'], replace: [] }
  }
}

function emptyTasks({ live, checkpointTasks }: Situation): ConflictDraft | null {
  const count = countTasks(live.tasks)
  if (checkpointTasks > 0 || count === 0) return null
  return {
    id: 'empty-tasks',
    code: 'gestura.restore.empty-tasks',
    what: `The task list in this checkpoint is empty, as in most that gestura makes by itself. The session has ${count} ${count === 1 ? 'task' : 'tasks'} now.`,
    step: 'tasks',
    options: [
      { value: 'keep', label: 'Keep the tasks', effect: 'Only the conversation is put back.' },
      { value: 'replace', label: 'Empty the list', effect: `The ${count} tasks go, as gestura itself would do it.` }
    ],
    default: 'keep',
    leavesOut: { keep: ['tasks'], replace: [] }
  }
}
