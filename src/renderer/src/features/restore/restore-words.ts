import type { ApplyResult } from '@shared/domain/operation'
import type { Plan } from '@shared/domain/plan'
import type { ErrorCode, Failure } from '@shared/ipc/errors'
import type { RestorePhase, RestoreTarget } from '../../state/restore-store'
import { moment } from '../../words/calendar'
import { changeWords } from '../../words/changes'
import { counted } from '../../words/numbers'

/** What the sheet is about or, once it is over, how it ended. */
export function titleWords(target: RestoreTarget, phase: RestorePhase): string {
  if (phase.name === 'failed') return failureTitle(phase.failure, phase.during)
  if (phase.name === 'result') return resultTitle(phase.plan, phase.result)
  if (target.kind === 'change' || target.kind === 'import') return target.heading
  if (target.kind === 'restore') return `Restore “${target.title}”`
  return undoWords(target.undoes, target.title)
}

/** A new checkpoint, and one that was deleted, go by their own title, which is not that of the session. */
function undoWords(kind: Plan['kind'], title: string): string {
  if (kind === 'create-checkpoint' || kind === 'delete-checkpoint') return `Undo “${title}”`
  if (kind === 'undo') return `Take back “${title}”`
  return `Undo the ${changeWords(kind).noun} of “${title}”`
}

/** Where it goes back to: `to the checkpoint “before:file” of 10 Nov, 09:15`. */
export function aimWords(target: RestoreTarget, now: number): string {
  if (target.kind === 'undo') return 'to the state before it'
  if (target.kind === 'change' || target.kind === 'import') return target.aim
  const label = target.label ? ` “${target.label}”` : target.at === null ? ' without a label' : ''
  return `to the checkpoint${label}${target.at === null ? '' : ` of ${moment(target.at, now)}`}`
}

function resultTitle(plan: Plan, { state, results, verified }: ApplyResult): string {
  if (state === 'rolled-back') return 'Everything is as it was before'
  const changed = counted(results.filter(({ outcome }) => outcome === 'done').length, 'item')
  return `${changed} ${doneWord(plan, results)}${verified ? ' and checked' : ''}`
}

/** A plan may also remove what makes room for the new; then the result is more than what it is named after. */
function doneWord({ kind }: Plan, results: ApplyResult['results']): string {
  const done = results.filter(({ outcome }) => outcome === 'done')
  const mixed = kind === 'create-checkpoint' && done.some(({ action }) => action === 'remove')
  return mixed ? 'created or removed' : changeWords(kind).done
}

/** Codes with which an apply ends before anything was changed. */
const beforeTheFirstWrite: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'not.found',
  'plan.expired',
  'plan.digest',
  'plan.choice',
  'precondition.failed',
  'lease.held',
  'refused',
  'cancelled'
])

/** Another Reprise is writing, so nothing was begun; not: it took over in the middle. */
export function isHeldByOther({ code, data }: Failure): boolean {
  return code === 'lease.held' && data?.lost !== true
}

function failureTitle(failure: Failure, during: 'planning' | 'applying'): string {
  const { code } = failure
  if (during === 'planning') return 'There is no plan for this'
  if (code === 'lease.held' && !isHeldByOther(failure)) return 'Another Reprise took over'
  if (code === 'partly.done') return 'Not everything could be put back'
  if (code === 'verify.failed') return 'Everything was put back'
  return beforeTheFirstWrite.has(code) ? 'Nothing was changed' : 'This did not end as planned'
}

/** Failures after which the plan only has to be made again from what is there now. */
const planAgain: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'precondition.failed',
  'plan.expired',
  'plan.digest',
  'lease.held',
  'cancelled',
  'service.restarted',
  'io'
])

export function canPlanAgain({ code }: Failure): boolean {
  return planAgain.has(code)
}

/** Failures after which the operations tell how it stands: something may have been done, or is put back at the next start. */
const lookAtOperations: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'partly.done',
  'verify.failed',
  'io',
  'internal',
  'service.restarted'
])

export function isToldByOperations(failure: Failure, during: 'planning' | 'applying'): boolean {
  const { code } = failure
  const lost = code === 'lease.held' && !isHeldByOther(failure)
  return during === 'applying' && (lost || lookAtOperations.has(code))
}

/** Why the button that would start it is off. */
export function nothingToDoWords(plan: Plan): string {
  if (plan.conflicts.length > 0) return 'With these choices nothing would be changed.'
  if (plan.kind === 'undo') return 'There is nothing left to undo.'
  return plan.kind === 'restore' ? 'Session and checkpoint do not differ.' : 'There is nothing to change.'
}
