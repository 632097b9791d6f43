import { partsOf, textOfParts } from '../../google-content/parts'
import { type Fields, fieldsOf, listOf, textOf } from '../../json-fields/fields'

/** Members of a header, or of a patch to it, that say nothing beyond what lists show. */
const headerFields = new Set([
  'sessionId',
  'projectHash',
  'startTime',
  'lastUpdated',
  'kind',
  'directories',
  'summary',
  'memoryScratchpad',
  'messages',
  'hasUserOrAssistantMessage'
])

/** What a line of the log does. */
export type Operation =
  | { readonly type: 'message'; readonly id: string; readonly message: Fields }
  | { readonly type: 'header'; readonly header: Fields; readonly isKnown: boolean }
  | { readonly type: 'rewind'; readonly to: string }
  | { readonly type: 'unknown' }

export function operationOf(value: unknown): Operation {
  const fields = fieldsOf(value)
  const rewind = textOf(fields.$rewindTo)
  if (rewind !== null) return { type: 'rewind', to: rewind }
  const id = textOf(fields.id)
  if (id !== null) return { type: 'message', id, message: fields }
  const header = fields.$set === undefined ? fields : fieldsOf(fields.$set)
  if (fields.$set === undefined && textOf(fields.sessionId) === null) return { type: 'unknown' }
  return { type: 'header', header, isKnown: Object.keys(header).every((key) => headerFields.has(key)) }
}

/** What stands in place of the earlier conversation after a compression; null where the model's context was set for another reason. */
export function compressionOf(header: Fields): string | null {
  const messages = listOf(header.messages).map(fieldsOf)
  const begin = messages.findIndex((message) => {
    return /^\s*<(?:summary|state_snapshot)>/.test(textOfParts(partsOf(message.content)))
  })
  const summary = messages[begin]
  return summary === undefined || begin > 1 ? null : textOfParts(partsOf(summary.content))
}
