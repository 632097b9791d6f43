import { type Fields, textOf } from '../../json-fields/fields'
import { blocksOf } from '../../message-blocks/blocks'
import { isImage } from '../../message-blocks/images'

export interface Prompt {
  readonly text: string
  /** Blocks of images, in order. */
  readonly images: readonly Fields[]
}

/** What Cline puts around typed text: the command line program the first, the extension the others. */
const wrappers = /^\s*<(user_input|task|feedback|user_message|answer)(?:\s[^>]*)?>\s*([\s\S]*?)\s*<\/\1>\s*$/
/** Context that Cline adds in blocks of its own. */
const injected = /^\s*<(?:environment_details|explicit_instructions|system-reminder|hook_context)[\s>]/
/** How the extension gave the result of a call as text, before models had calls. */
const result = /^\[(\w+)([^\]]*)\] Result:\s*/

/** Typed text without the wrapper that it is stored in. */
export function typedText(text: string): string {
  return wrappers.exec(text)?.[2] ?? text
}

/** What was asked; null for results and for what Cline put in (cases: C12). */
export function promptOf(message: Fields): Prompt | null {
  if (message.role !== 'user') return null
  const blocks = blocksOf(message.content)
  if (blocks.some(({ type }) => type === 'tool_result') || textResultOf(message) !== null) return null
  const typed = blocks.flatMap((block) => typedBlock(block))
  const images = blocks.filter(isImage)
  const text = typed.join('\n')
  return text.trim() === '' && images.length === 0 ? null : { text, images }
}

function typedBlock(block: Fields): readonly string[] {
  const text = textOf(block.text) ?? ''
  if (block.type === 'text') return injected.test(text) || text.trim() === '' ? [] : [typedText(text)]
  const path = textOf(block.path) ?? textOf(block.name)
  return block.type === 'file' && path !== null ? [`(file: ${path})`] : []
}

/** A result that the extension wrote as text. */
export interface TextResult {
  readonly name: string
  /** What the call was for, as the text says it. */
  readonly about: string
  readonly text: string
}

/** Null for a message that begins with no such result. */
export function textResultOf(message: Fields): TextResult | null {
  const texts = blocksOf(message.content).flatMap(({ type, text }) => (type === 'text' ? [textOf(text) ?? ''] : []))
  const match = result.exec(texts[0] ?? '')
  if (message.role !== 'user' || match === null) return null
  const rest = [(texts[0] ?? '').slice(match[0].length), ...texts.slice(1).filter((text) => !injected.test(text))]
  const text = rest.filter((part) => part !== '').join('\n')
  return { name: match[1] ?? 'tool', about: (match[2] ?? '').replace(/^\s*for\s*/, '').trim(), text }
}
