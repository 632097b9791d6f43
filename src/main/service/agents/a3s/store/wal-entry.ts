import { type JsonNumber, JsonObject, type JsonValue } from '../../../json/json-value'
import { domainDigest, isDigest } from '../digest'
import { walEntry } from '../format/checkpoint-shapes'
import { shapeProblems } from '../format/shape-problems'
import { type Answer, answer, refuse } from './answer'
import { parseDocument } from './parse-document'

const schemaName = 'a3s.code.session-store-wal-entry.v'
const schema = `${schemaName}1`
const identityDomain = 'a3s.code.session-store-wal-entry.identity.v1'

/** One line of the write-ahead log (format 8.2). Counts are 64-bit. */
export interface WalEntry {
  readonly sequence: bigint
  readonly sessionId: string
  readonly snapshotDigest: string
  readonly phase: 'intent' | 'committed'
  readonly recordedAtMs: bigint
}

/** Digest of an entry, over its own field names and order (format 8.2). */
function walEntryDigest(entry: WalEntry): string {
  const { sequence, sessionId, snapshotDigest, phase, recordedAtMs } = entry
  return domainDigest(
    identityDomain,
    `{"schema":"${schema}","sequence":${sequence},"session_id":${JSON.stringify(sessionId)},"snapshot_digest":"${snapshotDigest}","phase":"${phase}","recorded_at_ms":${recordedAtMs}}`
  )
}

/** The line that the crate writes for an entry, without its line feed. */
export function walLine(entry: WalEntry): string {
  const { sequence, sessionId, snapshotDigest, phase, recordedAtMs } = entry
  return `{"schema":"${schema}","sequence":${sequence},"sessionId":${JSON.stringify(sessionId)},"snapshotDigest":"${snapshotDigest}","phase":"${phase}","recordedAtMs":${recordedAtMs},"entryDigest":"${walEntryDigest(entry)}"}`
}

/** Reads one line as the crate does. */
export function parseWalLine(line: Uint8Array, path: string): Answer<WalEntry> {
  const intro = `Failed to decode session store WAL line in ${path}`
  const document = parseDocument(line, intro)
  if (!document.ok) return refuse('wal-line-unreadable', document.error)
  const [problem] = shapeProblems(walEntry, document.value, 'direct')
  const isNewer = isOfNewer(document.value)
  if (problem !== undefined)
    return refuse(isNewer ? 'wal-entry-newer' : 'wal-line-unreadable', `${intro}: ${problem.message}`)
  const object = document.value as JsonObject
  const entry: WalEntry = {
    sequence: BigInt((object.get('sequence') as JsonNumber).text),
    sessionId: object.get('sessionId') as string,
    snapshotDigest: object.get('snapshotDigest') as string,
    phase: object.get('phase') as WalEntry['phase'],
    recordedAtMs: BigInt((object.get('recordedAtMs') as JsonNumber).text)
  }
  if (object.get('schema') !== schema) {
    return refuse(isNewer ? 'wal-entry-newer' : 'wal-entry-invalid', 'session store WAL schema is not supported')
  }
  const invalid = walEntryProblem(entry)
  if (invalid !== null) return refuse('wal-entry-invalid', invalid)
  return object.get('entryDigest') === walEntryDigest(entry)
    ? answer(entry)
    : refuse('wal-entry-digest', 'session store WAL entryDigest does not match contents')
}

/** Whether it names the schema of a later version. */
function isOfNewer(value: JsonValue): boolean {
  const named = value instanceof JsonObject ? value.get('schema') : null
  const version = typeof named === 'string' && named.startsWith(schemaName) ? named.slice(schemaName.length) : ''
  return /^[1-9]\d*$/.test(version) && version !== '1'
}

/** Why an entry may not stand in a log; null when it may (format 8.2). */
export function walEntryProblem(entry: WalEntry): string | null {
  if (entry.sequence < 1n) return 'session store WAL sequence must be one-based'
  if (entry.sessionId === '' || /[\0\r\n]/.test(entry.sessionId)) return 'session store WAL sessionId is invalid'
  if (!isDigest(entry.snapshotDigest)) return 'session store WAL snapshotDigest is invalid'
  return null
}
