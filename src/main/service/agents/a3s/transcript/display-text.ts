import { type Fields, fieldsOf, isFields, listOf, textOf } from '../fields'

/** Whether a message steers the model and is hidden from the transcript (format 2.5). */
export function isWire(message: Fields): boolean {
  return message.transcript_visibility === 'wire'
}

/** What a message shows to people: `transcript_text` if it is not blank, else its texts joined (format 2.5). */
export function displayText(message: Fields): string {
  const own = textOf(message.transcript_text).trim()
  return own === '' ? contentText(message) : own
}

/** The texts of a message joined without a separator. A content that is plain text, which the crate refuses, is taken as such. */
export function contentText(message: Fields): string {
  if (typeof message.content === 'string') return message.content
  let joined = ''
  for (const block of listOf(message.content)) {
    if (isFields(block) && block.type === 'text') joined += textOf(block.text)
  }
  return joined
}

/** Result of a tool as text: a text as it is, of a list its texts joined by line feeds (format 2.5). */
export function resultText(content: unknown): string {
  if (typeof content === 'string') return content
  return listOf(content)
    .map(fieldsOf)
    .filter((item) => item.type === 'text')
    .map((item) => textOf(item.text))
    .join('\n')
}
