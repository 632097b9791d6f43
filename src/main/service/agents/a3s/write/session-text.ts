import type { JsonObject, JsonValue } from '../../../json/json-value'
import { writePretty } from '../../../json/write-json'
import type { SourceKey } from '../../adapter'
import { snapshotDigest } from '../digest'
import { serdeSyntaxProblem } from '../format/serde-syntax'
import { sessionSnapshot } from '../format/session-shapes'
import { shapeProblems } from '../format/shape-problems'
import { type Answer, answer, refuse } from '../store/answer'
import { sessionFile } from '../store/layout'
import { sizeLimit } from '../store/read-bytes'
import { versionProblem } from '../store/session-document'
import { editMember, without } from './document-edits'
import { sealBytes } from './seal'

/** A snapshot that the crate would accept, ready to be written. */
export interface ReadySnapshot {
  readonly id: string
  readonly digest: string
  /** As they shall lie on the disk. */
  readonly bytes: Uint8Array
}

/**
 * Checks what the store checks of a snapshot (types and version, format 4.1) and makes its bytes: unknown fields, key order and number text
 * as they came, the API key left out (format 2.4). The digest is that of the normalized document (format 6.3).
 */
export function readySnapshot(root: string, snapshot: JsonObject, key: SourceKey): Answer<ReadySnapshot> {
  const [problem] = shapeProblems(sessionSnapshot, snapshot)
  if (problem !== undefined)
    return refuse('envelope-unreadable', `Failed to parse session snapshot: ${problem.message}`)
  const session = snapshot.get('session') as JsonObject
  const durable = (session.get('durable_source') ?? null) !== null
  const version = versionProblem(String((snapshot.get('schema_version') as { text?: string })?.text), durable)
  if (version !== null) return refuse('schema-version', version)
  const id = session.get('id') as string
  const bytes = documentBytes(withoutApiKey(snapshot), sessionFile(root, id), 'session file', key)
  return bytes.ok ? answer({ id, digest: snapshotDigest(snapshot), bytes: bytes.value }) : bytes
}

/**
 * Pretty text, sealed where there is a key. Refused when the crate could not read it back: numbers beyond its range, half pairs, too many
 * levels (format 0.3), or too many bytes (format 1.2).
 */
function documentBytes(value: JsonValue, path: string, what: string, key: SourceKey): Answer<Uint8Array> {
  const plain = plainBytes(value, what)
  if (!plain.ok) return plain
  const bytes = key === null ? plain.value : sealBytes(plain.value, key)
  if (bytes.length <= sizeLimit) return answer(bytes)
  return refuse('too-large', `${what} ${path} would hold ${bytes.length} bytes, more than ${sizeLimit}`)
}

export function plainBytes(value: JsonValue, what: string): Answer<Uint8Array> {
  const plain = Buffer.from(writePretty(value), 'utf8')
  const problem = serdeSyntaxProblem(plain)
  return problem === null ? answer(plain) : refuse('not-json', `a ${what} that cannot be read back: ${problem.message}`)
}

function withoutApiKey(snapshot: JsonObject): JsonObject {
  return editMember(snapshot, 'session', sessionWithoutApiKey)
}

export function sessionWithoutApiKey(session: JsonObject): JsonObject {
  return editMember(session, 'llm_config', (config) => without(config, 'api_key'))
}
