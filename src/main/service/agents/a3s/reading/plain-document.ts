import type { Finding } from '@shared/domain/finding'
import { decodeUtf8 } from '../../../json/utf8-text'
import { type Fields, fieldsOf, isFields } from '../fields'
import { quickFit } from '../format/quick-fit'
import { serdeSyntaxProblem } from '../format/serde-syntax'
import { sessionData, sessionSnapshot } from '../format/session-shapes'
import { type ShapeProblem, shapeProblems } from '../format/shape-problems'
import { parseDocument } from '../store/parse-document'
import { isEnvelope, versionProblem } from '../store/session-document'
import { andMore, badShape, badVersion, durableBare, noSession, notJson, notStrict } from './findings'

/** A session file's content as far as it can be shown. */
export interface PlainDocument {
  readonly form: 'envelope' | 'bare'
  /** Whether it is JSON at all. */
  readonly json: boolean
  /** A snapshot with the parts that the file has; null when the file holds no session. */
  readonly snapshot: Fields | null
  /** The crate itself would load it. */
  readonly accepted: boolean
  readonly findings: readonly Finding[]
}

/** How closely to look: `quick` leaves the form of the largest documents to a later `exact` reading. */
export type Look = 'quick' | 'exact'

/** Larger documents are not judged in a first look, and never in their own spelling: that costs many times their size. */
const large = 16 * 1024 * 1024
const listedAtMost = 20
const deepest = 127

const snapshotFits = quickFit(sessionSnapshot)
const sessionFits = quickFit(sessionData)

/** Parses a session file for showing, and says what the crate would not accept about it. */
export function readPlainDocument(bytes: Uint8Array, path: string, look: Look): PlainDocument {
  const { text, byteOrderMark, validUtf8 } = decodeUtf8(bytes)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const why = serdeSyntaxProblem(bytes)?.message ?? 'it cannot be parsed'
    return { form: 'bare', json: false, snapshot: null, accepted: false, findings: [notJson(path, why)] }
  }
  const form = isEnvelope(value) ? 'envelope' : 'bare'
  const session = form === 'envelope' ? fieldsOf(value).session : value
  if (!isFields(session) || !holdsSession(session, form)) {
    const syntax = serdeSyntaxProblem(bytes)
    const strict = syntax === null ? [] : [notStrict(path, syntax.message)]
    return { form, json: true, snapshot: null, accepted: false, findings: [noSession(path), ...strict] }
  }
  const snapshot = form === 'envelope' ? fieldsOf(value) : { schema_version: 1, session }
  const strictText = !byteOrderMark && validUtf8 && !hasHalfPair(text)
  const findings = judge(bytes, value, { form, path, look, strictText })
  return { form, json: true, snapshot, accepted: findings.length === 0, findings }
}

/** Of a bare document only these names tell that it is a session at all. */
function holdsSession(session: Fields, form: PlainDocument['form']): boolean {
  return form === 'envelope' || typeof session.id === 'string' || Array.isArray(session.messages)
}

interface Judged {
  readonly form: PlainDocument['form']
  readonly path: string
  readonly look: Look
  readonly strictText: boolean
}

function judge(bytes: Uint8Array, value: unknown, { form, path, look, strictText }: Judged): readonly Finding[] {
  const isLarge = bytes.length > large
  if (isLarge && look === 'quick' && strictText) return []
  const fits = form === 'envelope' ? snapshotFits(value) : sessionFits(value)
  const closer = look === 'exact' && !isLarge
  const sound = strictText && fits && !(isLarge ? false : tooDeep(value, 1))
  if (sound && !closer) return versionFindings(value, form, path)
  return judgeClosely(bytes, value, form, path, isLarge)
}

function judgeClosely(
  bytes: Uint8Array,
  value: unknown,
  form: PlainDocument['form'],
  path: string,
  isLarge: boolean
): readonly Finding[] {
  const findings: Finding[] = []
  const syntax = serdeSyntaxProblem(bytes)
  if (syntax !== null) findings.push(notStrict(path, syntax.message))
  const exact = isLarge || syntax !== null ? null : parseDocument(bytes, '')
  const shape = form === 'envelope' ? sessionSnapshot : sessionData
  const problems = shapeProblems(shape, exact?.ok ? exact.value : value)
  findings.push(...shapeFindings(problems, path), ...versionFindings(value, form, path))
  return findings
}

function shapeFindings(problems: readonly ShapeProblem[], path: string): readonly Finding[] {
  const listed = problems.slice(0, listedAtMost).map((problem) => badShape(path, problem))
  const more = problems.length - listed.length
  return more > 0 ? [...listed, andMore('a3s.session.form', path, more)] : listed
}

function versionFindings(value: unknown, form: PlainDocument['form'], path: string): readonly Finding[] {
  const document = fieldsOf(value)
  const session = form === 'envelope' ? fieldsOf(document.session) : document
  const durable = session.durable_source !== undefined && session.durable_source !== null
  if (form === 'bare') return durable ? [durableBare(path)] : []
  const { schema_version: version } = document
  if (typeof version !== 'number') return []
  const problem = versionProblem(String(version), durable)
  return problem === null ? [] : [badVersion(path, problem, version > 2)]
}

function hasHalfPair(text: string): boolean {
  return /\\u[dD][89a-fA-F]/.test(text)
}

/** Whether lists and objects are nested deeper than serde_json follows. */
function tooDeep(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth > deepest) return true
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object' && tooDeep(item, depth + 1)) return true
    return false
  }
  const fields = value as Fields
  for (const key in fields) if (typeof fields[key] === 'object' && tooDeep(fields[key], depth + 1)) return true
  return false
}
