import type { Finding } from '@shared/domain/finding'
import { textOf } from '../../foreign-sqlite/write/stored-value'
import { problem } from '../findings'
import { unreadableRecord, wrongSchema } from '../record-findings'
import { isUuid7 } from '../sessions/resumability'
import { decodeEvent, type SessionState } from './session-state'
import { columnOf, eventIdOf } from './state-rows'

const databaseSchema = 2
const words: Readonly<Record<string, readonly string[]>> = {
  effort: ['low', 'medium', 'high', 'xhigh', 'max'],
  reasoning_mode: ['standard', 'pro']
}
/** Of many bad records the first ones say enough. */
const mostFindings = 20

/**
 * Why tact 0.4 to 0.8 would not list or load a session with these rows (format page, sections 3.2, 4.1 and 6.3); empty when they would.
 * Whether they would resume it is another question: a session without a resume state is listed and can be read.
 */
export function refusals(state: SessionState): readonly Finding[] {
  const findings: Finding[] = []
  if (!isUuid7(state.session)) {
    findings.push(problem('session.id', 'The id of the session is not one that tact makes.', { where: state.session }))
  }
  if (state.sessions === null) {
    if (state.events.length > 0) findings.push(noRow(state.session))
  } else findings.push(...wrongColumns(state))
  for (const event of state.events) {
    if (findings.length >= mostFindings) break
    const decoded = decodeEvent(state, event)
    if (decoded.state === 'unreadable') findings.push(unreadableRecord(Number(eventIdOf(event)), decoded.why))
    else if (decoded.record.schemaVersion !== databaseSchema) {
      findings.push(wrongSchema(Number(eventIdOf(event)), decoded.record.schemaVersion, databaseSchema))
    }
    if (columnOf(state.columns, event, 'record_json').type !== 'blob') findings.push(noBlob(Number(eventIdOf(event))))
  }
  return findings
}

function wrongColumns(state: SessionState): readonly Finding[] {
  return Object.entries(words).flatMap(([column, known]) => {
    const stored = state.sessions === null ? null : textOf(columnOf(state.columns, state.sessions, column))
    if (stored !== null && known.some((word) => stored.trim() === JSON.stringify(word))) return []
    return [
      problem('session.unquoted', `The column ${column} of the session is not one of the quoted words of tact.`, {
        where: state.session,
        can: "tact's own list of sessions fails while such a row is in it."
      })
    ]
  })
}

/** Which columns hold a known word without its quotes, and so can be put right. */
export function unquotedWords(state: SessionState): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const [column, known] of Object.entries(words)) {
    const stored = state.sessions === null ? null : textOf(columnOf(state.columns, state.sessions, column))
    if (stored !== null && known.includes(stored)) found[column] = stored
  }
  return found
}

function noRow(session: string): Finding {
  return problem('session.row', 'The session has records and no row of its own.', { where: session })
}

function noBlob(eventId: number): Finding {
  return problem('record.type', 'A record is not stored as a blob, which tact refuses to read.', {
    where: `event ${eventId}`
  })
}
