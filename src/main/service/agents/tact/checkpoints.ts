import type { Checkpoint } from '@shared/domain/checkpoint'
import type { ReadDatabase } from './database/read-database'
import { lastEvent, readRowsBackward } from './database/rows'
import { notice } from './findings'
import { decodeRow, peekKind } from './record'
import type { ResumeState } from './resume-state'
import { readState } from './sessions/read-state'

/** Id of the one checkpoint that a session can have: the state of its last successful turn. */
export const resumeStateId = 'resume-state'

/** The resume state of a session, if there is one (format: "resume_states"). */
export function readCheckpoints(database: ReadDatabase, session: string): readonly Checkpoint[] {
  const state = readState(database, session)
  return state === null ? [] : [checkpointOf(state, lastSuccess(database, session))]
}

export function checkpointOf(state: ResumeState, at: number | null): Checkpoint {
  const readable = state.history.length > 0
  return {
    id: resumeStateId,
    label: 'Resume state',
    at,
    origin: 'agent',
    holds: { kind: 'resume state', messages: readable ? state.history.length : null },
    valid: state.findings.length === 0,
    restorable: false,
    findings: [...state.findings, viewOnly]
  }
}

const viewOnly = notice(
  'checkpoint.view',
  'This version of Reprise shows resume states and does not put sessions back to them.',
  {
    can: 'tact resumes from the newest one by itself.'
  }
)

/** How far back the last success is looked for. */
const reach = 20_000

/** A state is written with the turn that succeeded, so it has that turn's time. */
function lastSuccess(database: ReadDatabase, session: string): number | null {
  let at: number | null = null
  let rows = 0
  readRowsBackward(database, { session, from: 0, through: lastEvent }, (row) => {
    rows += 1
    if (peekKind(row) !== 'agent/run.completed') return rows < reach
    const decoded = decodeRow(row)
    at = decoded.state === 'ok' ? decoded.record.at : null
    return at === null && rows < reach
  })
  return at
}
