import { isFields, textOf } from '../fields'
import { contentText, isWire } from './display-text'

/** Texts of a message by a person that is not hidden. */
export interface UserText {
  readonly message: number
  /** The texts of its content, joined. */
  readonly content: string
  /** What it shows to people. */
  readonly display: string
  /** What it shows is its own display text, not its content. */
  readonly hasOwnDisplay: boolean
}

/** All messages by a person with their texts, in order (format 2.5). Results of tools are among them, without text. */
export function userTexts(messages: readonly unknown[]): readonly UserText[] {
  const texts: UserText[] = []
  for (let message = 0; message < messages.length; message += 1) {
    const value = messages[message]
    if (!isFields(value) || value.role !== 'user' || isWire(value)) continue
    const content = contentText(value)
    const own = textOf(value.transcript_text).trim()
    if (content === '' && own === '') continue
    texts.push({ message, content, display: own === '' ? content : own, hasOwnDisplay: own !== '' })
  }
  return texts
}
