import { type Fields, fieldsOf, textOf } from '../../json-fields/fields'

/** The first record of a file (format: section 10; the fields of subagents as public readers of these files name them). */
export interface SessionStart {
  readonly id: string | null
  readonly cwd: string | null
  readonly title: string | null
  /** Whether a person gave the title. */
  readonly isNamed: boolean
  readonly version: string | null
  readonly forkedFrom: string | null
  /** The last record that a fork took over. */
  readonly forkedAt: string | null
  /** Session whose call started this one. */
  readonly startedBy: string | null
}

/** Null for a record that begins no session. */
export function readStart(value: unknown): SessionStart | null {
  const fields: Fields = fieldsOf(value)
  if (fields.type !== 'session_start') return null
  const named = nameOf(fields.sessionTitle) ?? nameOf(fields.title)
  return {
    id: nameOf(fields.id),
    cwd: nameOf(fields.cwd),
    title: named === 'New Session' ? null : named,
    isNamed: fields.isSessionTitleManuallySet === true,
    version: typeof fields.version === 'number' ? `version ${fields.version}` : null,
    forkedFrom: nameOf(fields.parent),
    forkedAt: nameOf(fields.forkedAtMessageId),
    startedBy: nameOf(fields.callingSessionId)
  }
}

function nameOf(value: unknown): string | null {
  const text = textOf(value)
  return text === null || text.trim() === '' ? null : text
}
