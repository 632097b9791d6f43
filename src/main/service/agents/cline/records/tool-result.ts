import { type Fields, fieldsOf, textOf } from '../../json-fields/fields'
import { blocksOf, textOfBlocks } from '../../message-blocks/blocks'
import type { CallOutcome } from '../../message-blocks/call-list'
import { describeImage, isImage } from '../../message-blocks/images'

/** What a result says. Cline marks a failure in each part of it, and has no mark for the whole. */
export function outcomeOf(block: Fields, at: number | null): CallOutcome {
  const parts = partsOf(block.content)
  const failed = block.is_error === true || parts.some(({ success }) => success === false)
  const exit = /^\[Command exited with code (-?\d{1,10})\]/.exec(parts.map(textOfPart).join('\n').slice(0, 100))
  return {
    status: failed ? 'failed' : 'ok',
    result: parts
      .map(textOfPart)
      .filter((text) => text !== '')
      .join('\n'),
    at,
    exitCode: exit === null ? null : Number(exit[1]),
    images: imagesIn(block).map(describeImage)
  }
}

/** Images in the parts of a result, in order. */
export function imagesIn(block: Fields): readonly Fields[] {
  return partsOf(block.content).flatMap((part) => (isImage(part) ? [part] : blocksOf(part.result).filter(isImage)))
}

/** A list of parts, one part as JSON text, or plain text. */
function partsOf(content: unknown): readonly Fields[] {
  const text = textOf(content)
  if (text === null) return blocksOf(content)
  const value = text.startsWith('{') ? parsed(text) : null
  const isPart = value !== null && ('success' in value || 'result' in value || 'finishReason' in value)
  return isPart ? [value] : [{ type: 'text', text }]
}

function textOfPart(part: Fields): string {
  const said = textOf(part.text) ?? textOf(part.result) ?? textOfBlocks(blocksOf(part.result))
  const error = textOf(part.error) ?? ''
  return said === '' || error === '' || said.includes(error) ? said || error : `${said}\n${error}`
}

function parsed(text: string): Fields | null {
  try {
    return fieldsOf(JSON.parse(text))
  } catch {
    return null
  }
}
