import { withMembers } from '../../json/edit-members'
import type { ByteSource } from './byte-source'
import { objectOf } from './line-record'
import { recordsFrom } from './read-records'
import { recordLine } from './record-line'

/** The members of a record that change, as JSON text in Latin-1; `index` counts records from 0. */
export type ChangeRecord = (
  fields: Readonly<Record<string, unknown>>,
  index: number
) => Readonly<Record<string, string>>

/**
 * A log with members of its records changed where they stand. Everything else stays byte for byte, also lines that hold no record and what lies
 * between two of them. `text` changes a record's line before that.
 */
export function rewriteLog(source: ByteSource, change: ChangeRecord, text: (line: string) => string = same): Buffer {
  const pieces: Buffer[] = []
  let at = 0
  let index = 0
  for (const record of recordsFrom(source, 0)) {
    if (record.from > at) pieces.push(source.read(at, record.from))
    const bytes = source.read(record.from, record.to)
    const isRecord = record.kind === 'record' && objectOf(record.value) !== null
    pieces.push(isRecord ? withEnds(bytes, rewritten(text(recordLine(source, record)), index++)) : bytes)
    at = record.to
  }
  if (source.size > at) pieces.push(source.read(at, source.size))
  return Buffer.concat(pieces)

  function rewritten(line: string, position: number): string {
    return withMembers(line, change(objectOf(JSON.parse(line)) ?? {}, position))
  }
}

const same = (line: string) => line

/** The line feed that ends a line, and what else stands around a record. */
function withEnds(bytes: Buffer, line: string): Buffer {
  const text = bytes.toString('latin1')
  const before = /^(?:\u00ef\u00bb\u00bf)?[ \t\r\n]*/.exec(text)?.[0] ?? ''
  const after = /[ \t\r\n]*$/.exec(text.slice(-64))?.[0] ?? ''
  return Buffer.from(before + line + after, 'latin1')
}
