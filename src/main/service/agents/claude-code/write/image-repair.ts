import { fieldsOf, textOf } from '../../json-fields/fields'
import type { ByteSource } from '../../lines/byte-source'
import type { ReadRecord } from '../../lines/line-record'
import { wholeRecord } from '../../lines/read-records'
import type { Edit } from '../../lines/repair/edit'
import type { RecordRepair } from '../../lines/repair/record-edits'
import { within } from '../../lines/repair/within'

/** What the interface of the model takes of one image, counted in characters of base64: a request with a larger one is refused as a whole. */
const largestImage = 5 * 1024 * 1024

/** Images in messages, also in results of tools, that no model takes. */
export const imageRepair: RecordRepair = {
  words: {
    image: {
      title: 'Put a note in the place of an image that is too large for the model',
      why: 'The model refuses every request that holds it, so the session cannot go on.',
      findings: [],
      loses: () => 'Images of more than 5 MB; the vault keeps the file with them'
    }
  },
  begin(source) {
    const found: Edit[] = []
    return {
      see: (record) => {
        const edit = imageEdit(source, record)
        if (edit !== null) found.push(edit)
      },
      edits: () => found
    }
  }
}

function imageEdit(source: ByteSource, record: ReadRecord): Edit | null {
  if (record.recovered || record.to - record.from <= largestImage) return null
  const value = fieldsOf(record.shortened ? wholeRecord(source, record) : record.value)
  const message = fieldsOf(value.message)
  const content = withoutLarge(message.content)
  if (content === message.content) return null
  // Claude Code writes records with JSON.stringify, so that one that is read and written again keeps its spelling.
  const line = JSON.stringify({ ...value, message: { ...message, content } })
  return { ...within(source, record), bytes: Buffer.from(line), kind: 'image' }
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
