import type { ReplyTokens } from '../../google-content/reply-usage'
import { type Fields, fieldsOf, textOf } from '../../json-fields/fields'

/** In the file of a subagent a reply is split over several records, of which one says what it used. */
export function tokensOf(record: Fields): ReplyTokens | null {
  const reply = textOf(record.uuid)
  if (record.type !== 'assistant' || reply === null || record.usageMetadata === undefined) return null
  const usage = fieldsOf(record.usageMetadata)
  const { promptTokenCount, candidatesTokenCount, cachedContentTokenCount } = usage
  return { reply, input: promptTokenCount, output: candidatesTokenCount, cached: cachedContentTokenCount }
}
