import { type Fields, fieldsOf, textOf, timeOf } from '../../json-fields/fields'

/** One event of a log (format: section 9). */
export interface CopilotEvent {
  readonly type: string
  readonly data: Fields
  readonly at: number | null
  /** The subagent that it belongs to; null for the session itself. */
  readonly agent: string | null
}

export function eventOf(value: unknown): CopilotEvent {
  const fields = fieldsOf(value)
  return {
    type: textOf(fields.type) ?? '',
    data: fieldsOf(fields.data),
    at: timeOf(fields.timestamp),
    agent: textOf(fields.agentId) || null
  }
}
