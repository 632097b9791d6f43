import { realpathSync } from 'node:fs'
import { fail } from '@shared/ipc/errors'
import { asStoredInteger, asStoredText, bytesOf, integerOf, textOf } from '../../foreign-sqlite/write/stored-value'
import { decodeResumeState } from '../resume-state'
import { noPrompt } from '../sessions/summary'
import { withWorkspace } from './resume-frame'
import { newRow, type SessionState, withColumns } from './session-state'
import type { StateRow } from './state-bytes'
import { columnOf } from './state-rows'

/** What a fork has of its own. */
export interface ForkStart {
  readonly id: string
  readonly now: number
  readonly eventId: number
  readonly parentSequence: number
  readonly workspace: string | null
}

/** The fork's own rows; `parent` ends where it begins, and is only referred to. */
export function forkRows(parent: SessionState, start: ForkStart, resumeState: StateRow | null): SessionState {
  const { sessions: row } = parent
  if (row === null) return fail('refused', 'The session has no row of its own.')
  const workspace = start.workspace === null ? null : asStoredText(start.workspace)
  const sessions = withColumns(parent, row, {
    session_id: asStoredText(start.id),
    parent_session_id: asStoredText(parent.session),
    preview: asStoredText(noPrompt),
    started_at_ms: asStoredInteger(start.now),
    updated_at_ms: asStoredInteger(start.now),
    ...(workspace === null ? {} : { workspace })
  })
  const header = { session: start.id, columns: parent.columns }
  const event = newRow(header, 'events', {
    event_id: asStoredInteger(start.eventId),
    session_id: asStoredText(start.id),
    record_json: {
      type: 'blob',
      value: startRecord({ ...header, sessions, events: [], resumeState }, parent.session, start)
    }
  })
  return { ...header, sessions, events: [event], resumeState }
}

/** `session.started` with sequence 1, in the key order of tact (format page, sections 4.1 and 4.4). */
function startRecord(fork: SessionState, parent: string, { id, now, parentSequence }: ForkStart): Uint8Array {
  const payload = {
    session_id: id,
    parent_session_id: parent,
    parent_sequence: parentSequence,
    model: textIn(fork, 'model'),
    effort: JSON.parse(textIn(fork, 'effort')) as unknown,
    reasoning_mode: JSON.parse(textIn(fork, 'reasoning_mode')) as unknown,
    fast_mode: fork.sessions !== null && integerOf(columnOf(fork.columns, fork.sessions, 'fast_mode')) === 1,
    workspace: textIn(fork, 'workspace'),
    application_version: textIn(fork, 'application_version')
  }
  const record = {
    schema_version: 2,
    sequence: 1,
    recorded_at_unix_ms: now,
    source: 'tact',
    type: 'session.started',
    payload
  }
  return Buffer.from(JSON.stringify(record))
}

/** A text column of the session's row; empty when there is none. */
export function textIn(state: SessionState, column: string): string {
  return state.sessions === null ? '' : (textOf(columnOf(state.columns, state.sessions, column)) ?? '')
}

/** The parent's state, byte for byte unless the folder changes: it keeps the id of the lineage's first session, as forks of tact do. */
export async function resumeRow(parent: SessionState, id: string, workspace: string | null): Promise<StateRow | null> {
  if (parent.resumeState === null) return null
  const blob = bytesOf(columnOf(parent.columns, parent.resumeState, 'state_zstd')) ?? new Uint8Array()
  const [wrong] = decodeResumeState(blob).findings.filter(({ code }) => code !== 'tact.state.model')
  if (wrong) {
    return fail('checkpoint.invalid', `tact would not resume a fork of this session: ${wrong.what}`, {
      data: { findings: [wrong] }
    })
  }
  const value = workspace === null ? blob : await withWorkspace(blob, canonical(workspace))
  return withColumns(parent, parent.resumeState, {
    session_id: asStoredText(id),
    state_zstd: { type: 'blob', value }
  })
}

/** tact compares with the canonical path of the folder that it is started in. */
function canonical(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}
