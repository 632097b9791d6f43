import type { NoticeKind } from '@shared/domain/transcript'
import { asName, asObject, type JsonObject } from '../../json-access'

export interface Notice {
  readonly notice: NoticeKind
  readonly text: string
}

/** How a reply ended that did not end well; null for one that did. */
export function noticeOfError(value: unknown): Notice | null {
  if (value === undefined || value === null) return null
  const error = asObject(value)
  const name = asName(error.name) ?? asName(error.type) ?? 'Error'
  if (name === 'MessageAbortedError' || name === 'aborted') {
    return { notice: 'interruption', text: 'The person stopped the reply.' }
  }
  const message = asName(asObject(error.data).message) ?? asName(error.message)
  return { notice: 'failure', text: message === null ? name : `${name}: ${message}` }
}

/** Dividers and notes among the parts; null for what is none. */
export function noticeOfPart(part: JsonObject): Notice | null {
  switch (part.type) {
    case 'compaction':
      return {
        notice: 'compaction',
        text: part.auto === false ? 'The person had the session compacted.' : 'The session was compacted.'
      }
    case 'compaction-summary':
      return { notice: 'session', text: asName(part.text) ?? '' }
    case 'retry':
      return { notice: 'failure', text: `Tried again: ${noticeOfError(part.error)?.text ?? 'no reason was kept'}` }
    case 'subtask':
      return { notice: 'run', text: subtaskText(part) }
    case 'agent-switched':
      return { notice: 'setting', text: `Agent: ${asName(part.agent) ?? 'unknown'}` }
    case 'model-switched':
      return { notice: 'setting', text: `Model: ${asName(asObject(part.model).id) ?? 'unknown'}` }
    default:
      return null
  }
}

function subtaskText(part: JsonObject): string {
  const text = asName(part.description) ?? asName(part.prompt)
  const agent = asName(part.agent) ?? 'a subagent'
  return text === null ? `Given to ${agent}.` : `Given to ${agent}: ${text}`
}
