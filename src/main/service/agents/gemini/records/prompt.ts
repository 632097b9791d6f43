import { imageParts, partsOf, textOfParts } from '../../google-content/parts'
import { typedText } from '../../google-content/prompt-text'
import { type Fields, listOf } from '../../json-fields/fields'

export interface Prompt {
  readonly text: string
  readonly images: readonly Fields[]
}

/** What the person said in a message of type `user`; null for context, results of calls, and commands of the program itself. */
export function promptOf(message: Fields): Prompt | null {
  if (message.type !== 'user') return null
  const parts = partsOf(message.content)
  const images = imageParts(parts)
  const shown = partsOf(message.displayContent)
  if (listOf(message.displayContent).length > 0 || shown.length > 0) return { text: textOfParts(shown), images }
  const text = typedText(parts)
  if (text !== null) return { text, images }
  const isImage = images.length > 0 && parts.every((part) => part.functionResponse === undefined)
  return isImage ? { text: '', images } : null
}
