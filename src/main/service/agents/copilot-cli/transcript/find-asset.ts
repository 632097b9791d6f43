import { fieldsOf, textOf } from '../../json-fields/fields'
import { type ByteSource, withBytes } from '../../lines/byte-source'
import { chunkBytes } from '../../lines/line'
import { lineStart } from '../../lines/line-start'
import { recordsFrom, wholeRecord } from '../../lines/read-records'
import { eventOf } from '../records/event'

/** The bytes of an image by its id: an event of its own holds them, once for all that refer to it. Null when it is not in the log. */
export function findAsset(path: string, id: string): Uint8Array | null {
  return withBytes(path, (source) => {
    const mark = Buffer.from(JSON.stringify(id))
    for (let at = 0; at < source.size; at += chunkBytes) {
      const bytes = source.read(at, Math.min(source.size, at + chunkBytes + mark.length))
      for (let found = bytes.indexOf(mark); found !== -1; found = bytes.indexOf(mark, found + 1)) {
        const data = assetAt(source, lineStart(source, at + found), id)
        if (data !== null) return data
      }
    }
    return null
  })
}

function assetAt(source: ByteSource, from: number, id: string): Uint8Array | null {
  const [record] = recordsFrom(source, from)
  if (record?.kind !== 'record' || eventOf(record.value).type !== 'session.binary_asset') return null
  const { data } = eventOf(record.shortened ? wholeRecord(source, record) : record.value)
  const text = textOf(fieldsOf(data).data)
  return data.assetId === id && text !== null ? Buffer.from(text, 'base64') : null
}
