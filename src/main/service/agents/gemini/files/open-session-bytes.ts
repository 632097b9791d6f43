import { readFileSync, statSync } from 'node:fs'
import { fail } from '@shared/ipc/errors'
import { fieldsOf } from '../../json-fields/fields'
import { bytesSource, type OpenBytes, openBytes } from '../../lines/byte-source'
import { parseBytes } from '../../lines/parse-bytes'

/** Documents of earlier versions beyond this size are not taken into memory. */
const largestDocument = 256 * 1024 * 1024

/**
 * Opens a transcript as JSON lines. Earlier versions wrote one JSON document with a list of messages: its lines are the document without
 * the list, then each message. Throws as `openBytes` does.
 */
export function openSessionBytes(path: string): OpenBytes {
  if (!path.endsWith('.json')) return openBytes(path)
  const source = openBytes(path)
  try {
    if (source.size > largestDocument) return fail('session.unreadable', `${path} is too large a document.`)
    const bytes = readWhole(path)
    const parsed = parseBytes(bytes)
    const lines = parsed === null || !Array.isArray(fieldsOf(parsed.value).messages) ? bytes : linesOf(parsed.value)
    return { ...bytesSource(lines), close: () => undefined }
  } finally {
    source.close()
  }
}

function readWhole(path: string): Buffer {
  try {
    statSync(path)
    return readFileSync(path)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown reason'
    return fail(code === 'ENOENT' ? 'not.found' : 'session.unreadable', `${path} cannot be read (${code}).`)
  }
}

function linesOf(document: unknown): Buffer {
  const { messages, ...header } = fieldsOf(document)
  const records = [header, ...(messages as readonly unknown[])]
  return Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''))
}
