import type { Finding } from '@shared/domain/finding'
import { integer, type ReadDatabase, type SqlRow, text } from '../../foreign-sqlite/read-database'
import { notice } from '../findings'

/** A row of `sessions`, its JSON columns unpacked (format: "Column contents"). */
export interface SessionRow {
  readonly id: string
  readonly parent: string | null
  readonly workspace: string
  readonly model: string
  readonly effort: string
  readonly reasoningMode: string
  readonly fastMode: boolean
  readonly applicationVersion: string
  readonly startedAt: number | null
  readonly updatedAt: number | null
  readonly preview: string
  readonly hasState: boolean
  readonly findings: readonly Finding[]
}

const columns = `s.session_id, s.parent_session_id, s.workspace, s.model, s.effort, s.reasoning_mode, s.fast_mode,
  s.application_version, s.started_at_ms, s.updated_at_ms, s.preview`

/** Newest first, as tact lists them. */
export const sessionsSql = `SELECT ${columns} FROM sessions s ORDER BY s.updated_at_ms DESC, s.session_id ASC`

const oneSql = `SELECT ${columns},
  EXISTS (SELECT 1 FROM resume_states r WHERE r.session_id = s.session_id) AS has_state
  FROM sessions s WHERE s.session_id = ?`

export function readSessionRow(database: ReadDatabase, id: string): SessionRow | null {
  const row = database.get(oneSql, id)
  return row ? sessionRow(row, integer(row.has_state) === 1) : null
}

export function sessionRow(row: SqlRow, hasState: boolean): SessionRow {
  const id = text(row.session_id) ?? ''
  const effort = unquote(row.effort)
  const reasoningMode = unquote(row.reasoning_mode)
  const wrong = [effort.wrong ? 'effort' : '', reasoningMode.wrong ? 'reasoning mode' : ''].filter(Boolean)
  return {
    id,
    parent: text(row.parent_session_id),
    workspace: text(row.workspace) ?? '',
    model: text(row.model) ?? '',
    effort: effort.value,
    reasoningMode: reasoningMode.value,
    fastMode: integer(row.fast_mode) === 1,
    applicationVersion: text(row.application_version) ?? '',
    startedAt: time(integer(row.started_at_ms)),
    updatedAt: time(integer(row.updated_at_ms)),
    preview: text(row.preview) ?? '',
    hasState,
    findings: wrong.length > 0 ? [unquoted(id, wrong.join(' and '))] : []
  }
}

function unquote(value: SqlRow[string] | undefined): { value: string; wrong: boolean } {
  const stored = text(value) ?? ''
  try {
    const parsed: unknown = JSON.parse(stored)
    if (typeof parsed === 'string') return { value: parsed, wrong: false }
  } catch {
    // Falls through: the plain text is still the best answer.
  }
  return { value: stored, wrong: true }
}

/** tact reads negative times as 0; neither tells anything. */
function time(value: number | null): number | null {
  return value !== null && value > 0 ? value : null
}

function unquoted(session: string, what: string): Finding {
  return notice('session.unquoted', `The ${what} of a session is stored without its quotes.`, {
    where: session,
    still: 'The session is listed and shown.',
    can: "tact's own list of sessions fails while such a row is in it; resuming the session by its id works. The quotes can be put back, as a mending."
  })
}
