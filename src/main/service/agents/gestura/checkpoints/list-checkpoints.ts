import { join } from 'node:path'
import type { Checkpoint } from '@shared/domain/checkpoint'
import { valueSpan } from '../../../json/element-spans'
import { fieldsOf, textOf } from '../reading/fields'
import { listDocuments, stemOf } from '../reading/folder-names'
import { readTextFile, statOf } from '../reading/read-file'
import { millisecondsOf, newestFirst } from '../reading/timestamp'
import { unfitId } from '../sessions/session-id'
import { holdings, type ReadCheckpoint, readCheckpointFile } from './read-checkpoint'

/** All checkpoints of a session, newest first down to the nanosecond. */
export function checkpointsOf(folder: string, sessionId: string, now: number): readonly ReadCheckpoint[] {
  const names = listDocuments(folder)
  const found: ReadCheckpoint[] = []
  for (const name of [...names.names].sort()) {
    const path = names.pathOf(name)
    const file = readTextFile(path)
    if (file.state !== 'read' || belongsElsewhere(file.text, sessionId)) continue
    const read = readCheckpointFile(file, path, stemOf(name), (id) => names.has(id), now)
    if (read.sessionId === sessionId) found.push(read)
  }
  return found.sort((a, b) => newestFirst(a.createdAt, b.createdAt))
}

/** One checkpoint of a session; a file that is named after its id is found without reading the others. */
export function findCheckpoint(folder: string, sessionId: string, id: string, now: number): ReadCheckpoint | undefined {
  const path = namedFile(folder, id)
  const file = path === null ? null : readTextFile(path)
  if (path !== null && file?.state === 'read') {
    const isTaken = (other: string) => namedFile(folder, other) !== null
    const read = readCheckpointFile(file, path, id, isTaken, now)
    if (read.id === id && read.sessionId === sessionId) return read
  }
  return checkpointsOf(folder, sessionId, now).find((each) => each.id === id)
}

/** The file that is named after an id; null when there is none, or the id can name none. */
export function namedFile(folder: string, id: string): string | null {
  if (unfitId(id) !== null) return null
  const path = join(folder, `${id}.json`)
  return statOf(path) === null ? null : path
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
function belongsElsewhere(text: string, sessionId: string): boolean {
  const head = text.slice(0, 2048)
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
