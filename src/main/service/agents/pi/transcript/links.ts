import type { ByteSource } from '../../lines/byte-source'
import { forwardLines } from '../../lines/forward-lines'
import { parseBytes } from '../../lines/parse-bytes'
import { asName, asObject } from '../records/json-access'

/** A record's place in the tree, told by its first bytes. */
export interface Link {
  readonly from: number
  readonly id: string
  readonly parent: string | null
}

const headBytes = 400
// pi writes these three first and without space; any other spelling is parsed.
const head = /^\{"type":"[a-z_]{1,40}","id":"([^"\\]{1,80})","parentId":(?:"([^"\\]{1,80})"|null),/

/** Links of all records from a line's beginning on, in the order of the file. */
export function readLinks(source: ByteSource, from: number): readonly Link[] {
  const links: Link[] = []
  for (const line of forwardLines(source, from)) {
    const bytes = line.bytes ?? source.read(line.from, Math.min(line.to, line.from + headBytes))
    const match = head.exec(bytes.toString('latin1', 0, headBytes))
    if (match?.[1] !== undefined) links.push({ from: line.from, id: match[1], parent: match[2] ?? null })
    else if (line.bytes !== null && line.bytes.length > 2) {
      const record = asObject(parseBytes(line.bytes)?.value)
      const id = asName(record.id)
      if (id !== null && record.type !== 'session') links.push({ from: line.from, id, parent: asName(record.parentId) })
    }
  }
  return links
}
