import type { CannotBringBack } from '@shared/domain/plan'
import { bytesOf, textOf } from '../../foreign-sqlite/write/stored-value'
import { knownModels } from '../models'
import { decodeResumeState } from '../resume-state'
import { noPrompt } from '../sessions/summary'
import { kindOf, payloadOf, type SessionState } from './session-state'
import { columnOf } from './state-rows'

export function titleOf(state: SessionState | null): string {
  const preview = state?.sessions ? textOf(columnOf(state.columns, state.sessions, 'preview')) : null
  return preview === null || preview === noPrompt || preview === '' ? 'Session' : preview.slice(0, 300)
}

/** What a change of rows never brings back. */
export function outsideTheStore(state: SessionState | null): readonly CannotBringBack[] {
  const workspace = state?.sessions ? textOf(columnOf(state.columns, state.sessions, 'workspace')) : null
  return [
    {
      what: workspace ? `Files in ${workspace}` : 'Files of the workspace',
      because: 'tact keeps no copies of files; only the conversation is in its store.'
    },
    { what: 'What commands and tools did elsewhere', because: 'tact records that they ran, not what they changed.' }
  ]
}

/** Why tact would not resume a session with these rows, in sentences; none of it keeps it from being listed and shown. */
export function resumeNotes(state: SessionState): readonly string[] {
  const notes: string[] = []
  const blob = state.resumeState === null ? null : bytesOf(columnOf(state.columns, state.resumeState, 'state_zstd'))
  if (blob === null)
    notes.push('There is no resume state among the rows: tact lists the session and does not resume it.')
  else {
    const found = decodeResumeState(blob)
    for (const finding of found.findings) notes.push(`${finding.what} tact does not resume the session from it.`)
  }
  const model = state.sessions ? textOf(columnOf(state.columns, state.sessions, 'model')) : null
  if (model !== null && !knownModels.has(model) && blob !== null && notes.length === 0) {
    notes.push(`The session is of ${model}; only a tact that has this model resumes it.`)
  }
  if (stopOf(state) !== null) notes.push('The provider stopped this session for good: tact does not resume it.')
  return notes
}

/** Reason of a terminal stop among the records; null when there is none (tact-25). */
export function stopOf(state: SessionState): string | null {
  for (const row of state.events) {
    if (kindOf(state, row) !== 'tact/worker.turn_finished') continue
    const stop = payloadOf(state, row).terminal_stop
    if (stop !== undefined && stop !== null) return String(stop)
  }
  return null
}
