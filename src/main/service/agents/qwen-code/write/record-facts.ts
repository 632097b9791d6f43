import type { RecordFacts } from '../../file-store/record-tree'
import { partsOf } from '../../google-content/parts'
import { fieldsOf, textOf } from '../../json-fields/fields'
import { promptOf } from '../records/prompt'
import { responsesOf } from '../transcript/tool-call'

/** Records that Qwen Code itself passes over when it looks for the end of a conversation. */
const beside = /^(?:session_artifact_(?:event|snapshot)|session_sources_snapshot|managed_session_\w+)$/

export function recordFacts(value: unknown): RecordFacts {
  const fields = fieldsOf(value)
  const isBeside = fields.type === 'system' && beside.test(textOf(fields.subtype) ?? '')
  const isMessage = fields.type === 'user' || fields.type === 'assistant' || fields.type === 'tool_result'
  const parts = partsOf(fieldsOf(fields.message).parts).map(fieldsOf)
  return {
    id: isBeside ? null : textOf(fields.uuid),
    parent: textOf(fields.parentUuid),
    role: promptOf(fields) !== null ? 'prompt' : isMessage ? 'message' : 'state',
    calls: parts.flatMap((part) => textOf(fieldsOf(part.functionCall).id) ?? []),
    answers: responsesOf(fields).map(({ id }) => id)
  }
}
