import type { Checkpoint } from '@shared/domain/checkpoint'
import type { Finding } from '@shared/domain/finding'
import type { ReadDatabase } from '../foreign-sqlite/read-database'
import { unlessDamaged } from '../foreign-sqlite/unless-damaged'
import { lastEvent, readRowsBackward } from './database/rows'
import { info } from './findings'
import { decodeRow, peekKind } from './record'
import type { ResumeState } from './resume-state'
import { readState } from './sessions/read-state'
import { terminalStop } from './sessions/terminal-stops'

/** Id of the one checkpoint that a session can have: the state of its last successful turn. */
export const resumeStateId = 'resume-state'

/** The resume state of a session, if there is one (format: "resume_states"). */
export function readCheckpoints(database: ReadDatabase, session: string): readonly Checkpoint[] {
  const state = readState(database, session)
  if (state === null) return []
  const { at, followed } = lastSuccess(database, session)
  const hasRow = database.get('SELECT 1 AS found FROM sessions WHERE session_id = ?', session) !== undefined
  return [checkpointOf(state, at, hasRow ? whyNot(database, session, followed) : alone)]
}

function whyNot(database: ReadDatabase, session: string, followed: boolean): Finding | null {
  if (!followed) return current
  return unlessDamaged(null, () => terminalStop(database, session)) === null ? null : stopped
}

/** `viewOnly` says why a session cannot be put back to the state; null when it can. */
export function checkpointOf(state: ResumeState, at: number | null, viewOnly: Finding | null): Checkpoint {
  const readable = state.history.length > 0
  return {
    id: resumeStateId,
    label: 'Resume state',
    at,
    origin: 'agent',
    holds: { kind: 'resume state', messages: readable ? state.history.length : null },
    valid: state.findings.length === 0,
    restorable: viewOnly === null,
    findings: [...state.findings, ...(viewOnly === null ? [] : [viewOnly])]
  }
}

const current = info('checkpoint.current', 'The session is at its resume state: nothing after it has to be cut off.', {
  can: 'An earlier point can be resumed only from a copy that Reprise kept then.'
})

const stopped = info('checkpoint.stopped', 'The provider stopped this session for good; Reprise does not cut that off.')

const alone = info(
  'checkpoint.alone',
  'Only the resume state is left of this session; tact opens it without a transcript.'
)

/** Said of states of the layouts before 0.4. */
export const olderLayout = info('checkpoint.view', 'tact since 0.4 does not read resume states of this layout.')

/** How far back the last success is looked for. */
const reach = 20_000

const turnStarts = new Set([
  'tact/user.submitted',
  'tact/user.steered',
  'tact/reflection.started',
  'agent/input.accepted',
  'agent/run.started'
])

/** Whether another turn began after the state was written: then there is something to cut off. Stops at the first record that tells. */
export function isFollowed(database: ReadDatabase, session: string): boolean {
  let followed = false
  let rows = 0
  readRowsBackward(database, { session, from: 0, through: lastEvent }, (row) => {
    rows += 1
    const kind = peekKind(row) ?? ''
    followed = turnStarts.has(kind)
    const tells = followed || (kind === 'agent/run.completed' && decodeRow(row).state === 'ok')
    return !tells && rows < reach
  })
  return followed
}

/** A state is written with the turn that succeeded, so it has that turn's time; `followed` says that another turn began after it. */
function lastSuccess(database: ReadDatabase, session: string): { at: number | null; followed: boolean } {
  let at: number | null = null
  let followed = false
  let rows = 0
  readRowsBackward(database, { session, from: 0, through: lastEvent }, (row) => {
    rows += 1
    const kind = peekKind(row) ?? ''
    if (kind !== 'agent/run.completed') {
      followed ||= turnStarts.has(kind)
      return rows < reach
    }
    const decoded = decodeRow(row)
    at = decoded.state === 'ok' ? decoded.record.at : null
    return at === null && rows < reach
  })
  return { at, followed }
}
