import type { RecordFacts } from '../../file-store/record-tree'
import { fieldsOf, listOf, textOf } from '../../json-fields/fields'
import { eventOf } from '../records/event'
import { promptOf } from '../records/prompt'

/** Events of subagents stand among those of the session, and no conversation of its own ends with one. */
export function recordFacts(value: unknown): RecordFacts {
  const fields = fieldsOf(value)
  const event = eventOf(value)
  const { type, data, agent } = event
  const place = { id: textOf(fields.id), parent: textOf(fields.parentId) }
  if (agent !== null) return { ...place, role: 'state', calls: [], answers: [] }
  const calls = type === 'assistant.message' ? listOf(data.toolRequests).map(fieldsOf) : []
  const answer = type === 'tool.execution_complete' ? textOf(data.toolCallId) : null
  const isMessage = type === 'assistant.message' || type === 'user.message' || answer !== null
  return {
    ...place,
    role: promptOf(event) !== null ? 'prompt' : isMessage ? 'message' : 'state',
    calls: calls.flatMap(({ toolCallId }) => textOf(toolCallId) ?? []),
    answers: answer === null ? [] : [answer]
  }
}
