import { type Fields, fieldsOf } from '../../json-fields/fields'
import { blocksOf, textOfBlocks } from './content-blocks'

/** Texts that Claude Code writes itself into records of the user, as what they begin with (cases: C12). */
const wrapped =
  /^\s*<(?:command-(?:name|message|args|contents)|local-command-(?:stdout|stderr|caveat)|system-reminder|task-notification|bash-(?:input|stdout|stderr)|user-memory-input|ide_\w+|[\w-]+-hook|agent-notification|teammate-message)[\s>]/
const interrupted = /^\s*\[Request interrupted by user/

export interface Prompt {
  readonly text: string
  /** Blocks of images, in order. */
  readonly images: readonly Fields[]
}

/** What a person typed; null for everything else that stands in records of the user: results, injected context, local commands. */
export function promptOf(record: Fields): Prompt | null {
  if (record.type === 'attachment') return queuedPrompt(fieldsOf(record.attachment))
  if (record.type !== 'user' || record.isMeta === true || record.isCompactSummary === true) return null
  if (record.isVisibleInTranscriptOnly === true) return null
  const blocks = blocksOf(fieldsOf(record.message).content)
  if (blocks.some((block) => block.type === 'tool_result')) return null
  const typed = blocks.filter((block) => block.type !== 'text' || !isInjected(String(block.text)))
  const text = textOfBlocks(typed)
  const images = typed.filter((block) => block.type === 'image')
  return text.trim() === '' && images.length === 0 ? null : { text, images }
}

/** A prompt that was typed while the agent was at work reaches the model as an attachment. */
function queuedPrompt(attachment: Fields): Prompt | null {
  if (attachment.type !== 'queued_command') return null
  const blocks = blocksOf(attachment.prompt).filter((block) => block.type !== 'text' || !isInjected(String(block.text)))
  const text = textOfBlocks(blocks)
  const images = blocks.filter((block) => block.type === 'image')
  return text.trim() === '' && images.length === 0 ? null : { text, images }
}

function isInjected(text: string): boolean {
  return wrapped.test(text) || interrupted.test(text)
}

/** Whether the person stopped the agent here. */
export function isInterruption(record: Fields): boolean {
  return record.type === 'user' && interrupted.test(textOfBlocks(blocksOf(fieldsOf(record.message).content)))
}

/** What stands between the tags of one name; null without them. */
export function tagged(text: string, name: string): string | null {
  const open = text.indexOf(`<${name}>`)
  const close = open === -1 ? -1 : text.indexOf(`</${name}>`, open)
  return close === -1 ? null : text.slice(open + name.length + 2, close)
}
