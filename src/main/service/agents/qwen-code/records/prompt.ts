import { imageParts, partsOf } from '../../google-content/parts'
import { typedText } from '../../google-content/prompt-text'
import { type Fields, fieldsOf, textOf } from '../../json-fields/fields'

export interface Prompt {
  readonly text: string
  readonly images: readonly Fields[]
}

/** What the person said in a record; in the file of a subagent, its task. Null for all else that comes in the person's name. */
export function promptOf(record: Fields): Prompt | null {
  if (record.type !== 'user') return null
  const provenance = textOf(record.provenance)
  if (provenance !== null && provenance !== 'real_user') return null
  // A subagent is told its task by its first record; nobody types into it.
  if (record.isSidechain === true && record.parentUuid !== null) return null
  const parts = partsOf(fieldsOf(record.message).parts)
  const images = imageParts(parts)
  const text = typedText(parts)
  if (text !== null) return { text, images }
  return images.length > 0 && parts.every((part) => part.functionResponse === undefined) ? { text: '', images } : null
}
