import type { Finding } from '@shared/domain/finding'
import type { ConflictDraft } from '../../../restore/plan-draft'
import { integerOf } from '../../foreign-sqlite/write/stored-value'
import { stopOf } from './plan-notes'
import { kindOf, type SessionState, sequenceOf } from './session-state'
import { columnOf } from './state-rows'
import type { ChildSession } from './store-facts'

/** Id of the one step of every plan of this agent. */
export const sessionStep = 'session'

/** tact has no lock and no pid file; a session that was written within this time may still be open in it. */
const recentMs = 10 * 60_000

const keepAll = { keep: [sessionStep] }

interface Words {
  readonly id: string
  readonly code: string
  readonly what: string
  readonly keep: string
  readonly value: string
  readonly label: string
  readonly effect: string
}

function conflict({ id, code, what, keep, value, label, effect }: Words): ConflictDraft {
  return {
    id,
    code: `tact.restore.${code}`,
    what,
    step: sessionStep,
    options: [
      { value: 'keep', label: 'Write nothing', effect: keep },
      { value, label, effect }
    ],
    default: 'keep',
    leavesOut: { ...keepAll, [value]: [] }
  }
}

/** A session that tact wrote moments ago and did not end: it may have it open, and would go on from what it has in memory. */
export function recentlyWritten(state: SessionState | null, now: number): ConflictDraft | null {
  if (state?.sessions == null) return null
  const at = integerOf(columnOf(state.columns, state.sessions, 'updated_at_ms'))
  const last = state.events.at(-1)
  const ended = last !== undefined && kindOf(state, last) === 'tact/session.ended'
  if (at === null || ended || Math.abs(now - at) > recentMs) return null
  return conflict({
    id: 'recently-written',
    code: 'running',
    what: `tact wrote this session ${Math.round(Math.abs(now - at) / 1000)} seconds ago and has not ended it: it is probably open in tact, which would go on from what it has in memory.`,
    keep: 'Close tact and make the plan again.',
    value: 'write',
    label: 'Write all the same',
    effect: 'The rows change under a tact that may be running.'
  })
}

/** Children whose place in the parent would not be there any more; `state` null is a parent that goes (tact-38). */
export function childrenBelow(children: readonly ChildSession[], state: SessionState | null): ConflictDraft | null {
  const lost = children.filter(({ sequence }) => sequence !== null && !holdsBoundary(state, sequence))
  if (lost.length === 0) return null
  const names = lost.map(({ id }) => id).join(', ')
  const many = lost.length > 1
  return conflict({
    id: 'children',
    code: 'children',
    what: `${many ? `${lost.length} sessions were` : 'A session was'} forked from a later point of this one: ${names}. tact refuses to open ${many ? 'them' : 'it'} when that point is gone.`,
    keep: 'This session and its forks stay as they are.',
    value: 'write',
    label: state === null ? 'Delete all the same' : 'Write all the same',
    effect: `${many ? 'These forks' : 'This fork'} can be shown by Reprise, and no longer opened by tact.`
  })
}

/** As tact looks for it: reading stops before the first record with a higher sequence (format page, section 6.3). */
export function holdsBoundary(state: SessionState | null, sequence: number): boolean {
  for (const row of state?.events ?? []) {
    const own = sequenceOf(state as SessionState, row)
    if (own === sequence) return true
    if (own !== null && own > sequence) return false
  }
  return false
}

/** Kept rows that tact would refuse to list or load as they are: they can be put back for viewing. */
export function refusedByTact(findings: readonly Finding[]): ConflictDraft | null {
  const [first, ...more] = findings
  if (first === undefined) return null
  const others =
    more.length === 0 ? '' : ` There ${more.length === 1 ? 'is 1 more problem' : `are ${more.length} more`}.`
  return conflict({
    id: 'refused-by-tact',
    code: 'refused',
    what: `tact would refuse this session as it was kept: ${first.what}${others}`,
    keep: first.code.startsWith('tact.lineage.')
      ? 'Put the session back first that it was forked from; the kept copy stays.'
      : 'The kept copy stays, and can be looked at.',
    value: 'write',
    label: 'Put it back for viewing',
    effect: 'The rows come back as they were; Reprise shows them, tact does not open them.'
  })
}

/** A kept state from before the provider stopped the session for good: with it tact would resume the session again. */
export function withoutStop(now: SessionState | null, wanted: SessionState): ConflictDraft | null {
  if (now === null || stopOf(now) === null || stopOf(wanted) !== null) return null
  return conflict({
    id: 'stopped',
    code: 'stopped',
    what: 'The provider stopped this session for good since it was kept. The kept state is from before that.',
    keep: 'The session stays stopped.',
    value: 'write',
    label: 'Put it back all the same',
    effect: 'The record of the stop goes; the safety copy has it.'
  })
}

/** A point for which there is no resume state: it can be shown afterwards, not resumed (tact-37). */
export function viewOnly(what: 'restore' | 'fork'): ConflictDraft {
  return conflict({
    id: 'view-only',
    code: 'view-only',
    what: 'tact keeps one resume state, that of the last turn that succeeded. None was captured at this point, so the session could be viewed afterwards and not resumed.',
    keep: 'Everything stays as it is.',
    value: 'write',
    label: what === 'restore' ? 'Cut it for viewing' : 'Fork it for viewing',
    effect: 'tact lists the session and refuses to resume it.'
  })
}
