import type { Finding } from '@shared/domain/finding'
import { decodeUtf8 } from '../../../json/utf8-text'
import { type Fields, fieldsOf, isFields } from '../fields'
import { serdeSyntaxProblem } from '../format/serde-syntax'
import { sessionData, sessionSnapshot } from '../format/session-shapes'
import { type ShapeProblem, shapeProblems } from '../format/shape-problems'
import { parseDocument } from '../store/parse-document'
import { isEnvelope, versionProblem } from '../store/session-document'
import { andMore, badShape, badVersion, durableBare, noSession, notJson, notStrict } from './findings'
import { sessionFits, snapshotFits, wholeSnapshotFits } from './quick-snapshot'

/** A session file's content as far as it can be shown. */
export interface PlainDocument {
  readonly form: 'envelope' | 'bare'
  /** Whether it is JSON at all. */
  readonly json: boolean
  /** A snapshot with the parts that the file has; null when the file holds no session. */
  readonly snapshot: Fields | null
  readonly findings: readonly Finding[]
}

/** `quick` looks no closer than a list and a first screen need, `exact` as closely as the crate. */
export type Look = 'quick' | 'exact'

/** Larger documents are never read in their own spelling: that would cost many times their size. */
export const largeDocument = 16 * 1024 * 1024
const listedAtMost = 20

/** Parses a session file for showing, and says what the crate would not accept about it. */
export function readPlainDocument(bytes: Uint8Array, path: string, look: Look): PlainDocument {
  const { text, byteOrderMark, validUtf8 } = decodeUtf8(bytes)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const why = serdeSyntaxProblem(bytes)?.message ?? 'it cannot be parsed'
    return { form: 'bare', json: false, snapshot: null, findings: [notJson(path, why)] }
  }
  const form = isEnvelope(value) ? 'envelope' : 'bare'
  const session = form === 'envelope' ? fieldsOf(value).session : value
  if (!isFields(session) || !holdsSession(session, form)) {
    return { form, json: true, snapshot: null, findings: [noSession(path), ...syntaxFindings(bytes, path)] }
  }
  const snapshot = form === 'envelope' ? fieldsOf(value) : { schema_version: 1, session }
  // Of the largest documents a first look sees only that they are sessions.
  const large = bytes.length > largeDocument
  const sound = !byteOrderMark && validUtf8 && (large || (!hasHalfPair(text) && fits(value, form)))
  const closely = look === 'exact' || !sound
  const findings = closely ? exactFindings(bytes, snapshot, form, path) : versionFindings(snapshot, form, path)
  return { form, json: true, snapshot, findings }
}

/** Of a bare document only these names tell that it is a session at all. */
function holdsSession(session: Fields, form: PlainDocument['form']): boolean {
  return form === 'envelope' || typeof session.id === 'string' || Array.isArray(session.messages)
}

function fits(value: unknown, form: PlainDocument['form']): boolean {
  return form === 'envelope' ? snapshotFits(value) : sessionFits(value)
}

/** Everything that the crate would not accept about a document. */
export function exactFindings(
  bytes: Uint8Array,
  snapshot: Fields,
  form: PlainDocument['form'],
  path: string
): readonly Finding[] {
  const syntax = syntaxFindings(bytes, path)
  const shape = form === 'envelope' ? sessionSnapshot : sessionData
  const plain = form === 'envelope' ? snapshot : snapshot.session
  const large = bytes.length > largeDocument
  if (large && (form === 'envelope' ? wholeSnapshotFits : sessionFits)(plain)) {
    return [...syntax, ...versionFindings(snapshot, form, path)]
  }
  const exact = large || syntax.length > 0 ? null : parseDocument(bytes, '')
  const problems = shapeProblems(shape, exact?.ok ? exact.value : plain)
  return [...syntax, ...shapeFindings(problems, path), ...versionFindings(snapshot, form, path)]
}

function syntaxFindings(bytes: Uint8Array, path: string): readonly Finding[] {
  const problem = serdeSyntaxProblem(bytes)
  return problem === null ? [] : [notStrict(path, problem.message)]
}

function shapeFindings(problems: readonly ShapeProblem[], path: string): readonly Finding[] {
  const listed = problems.slice(0, listedAtMost).map((problem) => badShape(path, problem))
  const more = problems.length - listed.length
  return more > 0 ? [...listed, andMore('a3s.session.form', path, more)] : listed
}

function versionFindings(snapshot: Fields, form: PlainDocument['form'], path: string): readonly Finding[] {
  const durable = (fieldsOf(snapshot.session).durable_source ?? null) !== null
  if (form === 'bare') return durable ? [durableBare(path)] : []
  const { schema_version: version } = snapshot
  if (typeof version !== 'number') return []
  const problem = versionProblem(String(version), durable)
  return problem === null ? [] : [badVersion(path, problem, version > 2)]
}

/** An escape of one half of a pair is rare, and most often its other half follows: only then it is looked at closely. */
function hasHalfPair(text: string): boolean {
  return text.includes('\\u') && /\\u[dD][89a-fA-F]/.test(text)
}
