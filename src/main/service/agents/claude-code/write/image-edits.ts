import type { ByteSource } from '../../lines/byte-source'
import { recordsFrom, wholeRecord } from '../../lines/read-records'
import { within } from '../../lines/repair/chain-edits'
import type { Edit } from '../../lines/repair/edit'
import type { FixWords } from '../../lines/repair/line-fixes'
import { fieldsOf, textOf } from '../records/fields'

/** What the interface of the model takes of one image, counted in characters of base64: a request with a larger one is refused as a whole. */
const largestImage = 5 * 1024 * 1024

export const imageWords: Readonly<Record<'image', FixWords>> = {
  image: {
    title: 'Put a note in the place of an image that is too large for the model',
    why: 'The model refuses every request that holds it, so the session cannot go on.',
    findings: [],
    loses: () => 'Images of more than 5 MB; the vault keeps the file with them'
  }
}

/** Images in messages, also in results of tools, that no model takes. */
export function imageEdits(source: ByteSource): readonly Edit[] {
  const edits: Edit[] = []
  for (const record of recordsFrom(source, 0)) {
    if (record.kind !== 'record' || record.recovered || record.to - record.from <= largestImage) continue
    const value = fieldsOf(record.shortened ? wholeRecord(source, record) : record.value)
    const message = fieldsOf(value.message)
    const content = withoutLarge(message.content)
    if (content === message.content) continue
    // Claude Code writes records with JSON.stringify, so that one that is read and written again keeps its spelling.
    const line = JSON.stringify({ ...value, message: { ...message, content } })
    edits.push({ ...within(source, record), bytes: Buffer.from(line), kind: 'image' })
  }
  return edits
}

/** The same value where nothing is too large. */
function withoutLarge(content: unknown): unknown {
  if (!Array.isArray(content)) return content
  const blocks = content.map((block: unknown) => {
    const fields = fieldsOf(block)
    if (fields.type === 'tool_result') {
      const inner = withoutLarge(fields.content)
      return inner === fields.content ? block : { ...fields, content: inner }
    }
    const { media_type: type, data } = fieldsOf(fields.source)
    if (fields.type !== 'image' || typeof data !== 'string' || data.length <= largestImage) return block
    const bytes = Math.floor((data.length * 3) / 4)
    return {
      type: 'text',
      text: `[An image (${textOf(type) ?? 'of unknown type'}, ${bytes} bytes) was too large here.]`
    }
  })
  return blocks.some((block, index) => block !== content[index]) ? blocks : content
}
