import { fieldsOf, textOf } from '../../json-fields/fields'
import type { ByteSource } from '../../lines/byte-source'
import { forwardLines } from '../../lines/forward-lines'

const own = Buffer.from('"uuid":"')
const copied = Buffer.from('"messageUuid":"')
const uuidLength = 36

/**
 * Ids of records by their offsets in the file: of one that a fork copied under another id, the id that it had. Found by bytes; only where
 * a record has several such marks, as in what a tool gave back, it is parsed. Records on one line with others have none.
 */
export function recordIds(source: ByteSource): ReadonlyMap<number, string> {
  const ids = new Map<number, string>()
  for (const { from, bytes } of forwardLines(source, 0)) {
    const id = bytes === null ? null : idIn(bytes)
    if (id !== null) ids.set(from, id)
  }
  return ids
}

function idIn(bytes: Buffer): string | null {
  const at = bytes.indexOf(own)
  if (at < 0) return null
  const isPlain = bytes.indexOf(own, at + 1) < 0 && bytes.indexOf(copied) < 0
  if (isPlain) return bytes.toString('latin1', at + own.length, at + own.length + uuidLength)
  try {
    const fields = fieldsOf(JSON.parse(bytes.toString('utf8')))
    return textOf(fieldsOf(fields.forkedFrom).messageUuid) ?? textOf(fields.uuid)
  } catch {
    // A damaged line has no id; its content tells.
    return null
  }
}
