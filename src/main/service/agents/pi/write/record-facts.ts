import type { RecordFacts } from '../../file-store/record-tree'
import { asList, asName, asObject } from '../../json-access'

const given = new Set(['assistant', 'toolResult', 'bashExecution', 'custom', 'hookMessage'])

export function recordFacts(value: unknown): RecordFacts {
  const record = asObject(value)
  const message = record.type === 'message' ? asObject(record.message) : {}
  const answered = message.role === 'toolResult' ? asName(message.toolCallId) : null
  const parts = message.role === 'assistant' ? asList(message.content).map(asObject) : []
  return {
    id: record.type === 'session' ? null : asName(record.id),
    parent: asName(record.parentId),
    role: message.role === 'user' ? 'prompt' : isGiven(record.type, message.role) ? 'message' : 'state',
    calls: parts.flatMap((part) => (part.type === 'toolCall' ? (asName(part.id) ?? []) : [])),
    answers: answered === null ? [] : [answered]
  }
}

function isGiven(type: unknown, role: unknown): boolean {
  return type === 'custom_message' || (typeof role === 'string' && given.has(role))
}

export function isReply(value: unknown): boolean {
  const record = asObject(value)
  return record.type === 'message' && asObject(record.message).role === 'assistant'
}
