import type { ByteSource } from './byte-source'
import type { ReadRecord } from './line-record'
import { wholeRecord } from './read-records'

/** JSON text whose bytes, written as Latin-1, are its UTF-8. */
export function asLatinJson(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('latin1')
}

/**
 * A record as one line of JSON, without its end and without the byte order mark that a file may begin with. Latin-1 keeps each byte as it is. A record
 * that is no JSON as it stands is written anew: one with bare control characters, or one that a line feed got into.
 */
export function recordLine(source: ByteSource, record: Pick<ReadRecord, 'from' | 'to'>): string {
  const bytes = source.read(record.from, record.to).toString('latin1')
  const line = bytes.replace(/^\u00ef\u00bb\u00bf/, '').replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')
  return isJson(line) ? line : asLatinJson(wholeRecord(source, record))
}

/** Of what was read as a record, only signs below the space can be no JSON. */
function isJson(line: string): boolean {
  if (!/[^ -\u00ff]/.test(line)) return true
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}
