import { type JsonNumber, JsonObject, type JsonValue } from '../../../json/json-value'
import { sessionData, sessionSnapshot } from '../format/session-shapes'
import { shapeProblems } from '../format/shape-problems'
import { type Answer, answer, refuse } from './answer'

/** A session file's content: a whole snapshot, or the session part alone (format 3.2). */
export interface SessionDocument {
  readonly form: 'envelope' | 'bare'
  readonly value: JsonObject
  readonly id: string
}

/** Whether the top level makes a document an envelope; then it is never read as a bare session (format 1.5). */
export function isEnvelope(value: unknown): boolean {
  if (value instanceof JsonObject)
    return value.get('schema_version') !== undefined || value.get('session') !== undefined
  return typeof value === 'object' && value !== null && ('schema_version' in value || 'session' in value)
}

/** Steps 2 and 4 of reading: form, types and version, in the crate's order (format 3.2). */
export function judgeDocument(value: JsonValue, path: string): Answer<SessionDocument> {
  return isEnvelope(value) ? judgeEnvelope(value as JsonObject, path) : judgeBare(value, path)
}

function judgeEnvelope(value: JsonObject, path: string): Answer<SessionDocument> {
  const [problem] = shapeProblems(sessionSnapshot, value)
  if (problem !== undefined) {
    return refuse('envelope-unreadable', `Failed to parse session snapshot: ${path}: ${problem.message}`)
  }
  const session = value.get('session') as JsonObject
  const version = versionProblem((value.get('schema_version') as JsonNumber).text, hasDurableSource(session))
  if (version !== null) return refuse('schema-version', `Session snapshot is not loadable: ${path}: ${version}`)
  return answer({ form: 'envelope', value, id: session.get('id') as string })
}

function judgeBare(value: JsonValue, path: string): Answer<SessionDocument> {
  const [problem] = shapeProblems(sessionData, value)
  if (problem !== undefined || !(value instanceof JsonObject)) {
    return refuse('bare-unreadable', `Failed to parse legacy session file: ${path}: ${problem?.message ?? ''}`)
  }
  if (hasDurableSource(value)) {
    return refuse('durable-source-needs-envelope', 'durable session data requires the versioned snapshot envelope')
  }
  return answer({ form: 'bare', value, id: value.get('id') as string })
}

/** Version 1 without a durable source, 2 with one; null when it fits (format 2.1). */
export function versionProblem(version: string, durable: boolean): string | null {
  const expected = durable ? '2' : '1'
  return version === expected ? null : `unsupported session snapshot schema version ${version}; expected ${expected}`
}

function hasDurableSource(session: JsonObject): boolean {
  return (session.get('durable_source') ?? null) !== null
}
