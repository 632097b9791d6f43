import { join } from 'node:path'
import type { Checkpoint } from '@shared/domain/checkpoint'
import { valueSpan } from '../../json/element-spans'
import { decodeUtf8 } from '../../json/utf8-text'
import { fieldsOf, textOf } from './fields'
import { listDocuments, stemOf } from './list-names'
import { holdings, type ReadCheckpoint, readCheckpointFile } from './read-checkpoint'
import { readBytes } from './read-file'
import { millisecondsOf, newestFirst } from './timestamp'

/** All checkpoints of a session, newest first down to the nanosecond. */
export function checkpointsOf(folder: string, sessionId: string, now: number): readonly ReadCheckpoint[] {
  const { names } = listDocuments(folder)
  const stems = new Set(names.map(stemOf))
  const found: ReadCheckpoint[] = []
  for (const name of names) {
    const path = join(folder, name)
    const file = readBytes(path)
    if (file.state !== 'read' || belongsElsewhere(file.bytes, sessionId)) continue
    const read = readCheckpointFile(file, path, stemOf(name), (id) => stems.has(id), now)
    if (read.sessionId === sessionId) found.push(read)
  }
  return found.sort((a, b) => newestFirst(a.createdAt, b.createdAt))
}

/** As the app shows it. */
export function describeCheckpoint(read: ReadCheckpoint): Checkpoint {
  return {
    id: read.id,
    label: read.label,
    at: millisecondsOf(read.createdAt),
    origin: 'agent',
    holds: holdings(read),
    valid: read.refusal === null,
    restorable: read.restorable,
    findings: [...read.findings]
  }
}

/**
 * Whether the metadata name another session, seen without parsing the rest: a folder holds the checkpoints of all sessions. What the
 * quick look cannot tell is read in full.
 */
function belongsElsewhere(bytes: Uint8Array, sessionId: string): boolean {
  const head = decodeUtf8(bytes.subarray(0, 2048)).text
  const metadata = /^\s*\{\s*"metadata"\s*:\s*\{[^{}]*\}/.exec(head)?.[0]
  if (metadata === undefined) return false
  try {
    const whole = `${metadata}}`
    const span = valueSpan(whole, ['metadata'])
    const parsed: unknown = span === null ? null : JSON.parse(whole.slice(span.from, span.to))
    const named = textOf(fieldsOf(parsed).session_id)
    return named !== null && named !== sessionId
  } catch {
    return false
  }
}
