import { ExpectedFailure } from '@shared/ipc/errors'
import { fieldsOf, textOf } from '../../json-fields/fields'
import { withBytes } from '../../lines/byte-source'
import { recordsFrom } from '../../lines/read-records'
import { openSessionBytes } from './open-session-bytes'

/** Records in which a session's id is looked for. */
const mostRecords = 20

/** The id that a file's records give; null when the first of them give none. Throws when it cannot be read. */
export function recordedId(path: string): string | null {
  const look = (source: Parameters<typeof recordsFrom>[0]) => {
    let count = 0
    for (const record of recordsFrom(source, 0)) {
      const fields = record.kind === 'record' ? fieldsOf(record.value) : {}
      const id = textOf(fields.sessionId) ?? textOf(fieldsOf(fields.$set).sessionId)
      if (id !== null && id !== '') return id
      count += 1
      if (count >= mostRecords) break
    }
    return null
  }
  if (!path.endsWith('.json')) return withBytes(path, look)
  const source = openSessionBytes(path)
  try {
    return look(source)
  } finally {
    source.close()
  }
}

/** As `recordedId`, with what the name says where the records say nothing or cannot be read. */
export function sessionIdOf(path: string, named: string): string {
  try {
    return recordedId(path) ?? named
  } catch (error) {
    if (error instanceof ExpectedFailure) return named
    throw error
  }
}
