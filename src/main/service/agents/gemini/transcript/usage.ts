import type { ReplyTokens } from '../../google-content/reply-usage'
import { type Fields, fieldsOf, textOf } from '../../json-fields/fields'

/** A reply is written again with its tokens when its calls have ended. */
export function tokensOf(record: Fields): ReplyTokens | null {
  const reply = textOf(record.id)
  if (record.type !== 'gemini' || reply === null) return null
  const { input, output, cached } = fieldsOf(record.tokens)
  return { reply, input, output, cached }
}
