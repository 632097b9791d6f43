import { type Fields, fieldsOf } from '../../json-fields/fields'
import { blocksOf, textOfBlocks } from '../../message-blocks/blocks'
import { isImage } from '../../message-blocks/images'

export interface Prompt {
  readonly text: string
  /** Blocks of images, in order. */
  readonly images: readonly Fields[]
}

const reminder = /^\s*<system-(?:reminder|notification)[\s>]/

/**
 * What was asked: null for results, and for context that droid put in, which is marked as for the model alone or stands in a wrapper
 * (cases: C12).
 */
export function promptOf(record: Fields): Prompt | null {
  const message = fieldsOf(record.message)
  if (record.type !== 'message' || message.role !== 'user') return null
  if (visibilityOf(record) === 'llm_only' || visibilityOf(record) === 'user_only') return null
  const blocks = blocksOf(message.content)
  if (blocks.some(({ type }) => type === 'tool_result')) return null
  const typed = blocks.filter(({ type, text }) => type !== 'text' || !reminder.test(String(text)))
  const documents = typed.filter(({ type }) => type === 'document').map(documentLine)
  const text = [textOfBlocks(typed), ...documents].filter((part) => part !== '').join('\n')
  const images = typed.filter(isImage)
  return text.trim() === '' && images.length === 0 ? null : { text, images }
}

/** `llm_only`: the person does not see it. `user_only`: the model does not. Beside the message, or within it. */
export function visibilityOf(record: Fields): unknown {
  return record.visibility ?? fieldsOf(record.message).visibility
}

function documentLine(block: Fields): string {
  const { title, name, filename } = block
  const named = [title, name, filename, fieldsOf(block.source).name].find((each) => typeof each === 'string')
  return `(document${named === undefined ? '' : `: ${String(named)}`})`
}
