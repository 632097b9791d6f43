import type { JsonObject } from '../../../json/json-value'
import { compareBytes } from '../format/compare-bytes'
import { sessionReview } from '../format/record-shapes'
import { shapeProblems } from '../format/shape-problems'
import { type Answer, answer, refuse } from '../store/answer'
import { editList, withMember } from './document-edits'

const storeSchema = 'a3s.code.session-review-store.v1'
const findingSchema = 'a3s.code.session-review-finding.v1'
const mostFindings = 256
const longestId = 256
const longestText = 16 * 1024
const idFields = ['findingId', 'sessionId', 'sourceReviewId', 'addressedByRunId', 'acceptedByReviewId']
const textFields = ['category', 'claim', 'evidence', 'quote', 'suggestion', 'mainAgentReply', 'reopenReason']

/**
 * Why the findings about a session break the rules that the agent keeps when it edits them; null when they do not. Neither the store nor
 * the validation of a snapshot looks at them (format 2.11).
 *
 * @param review the snapshot's `session_review`.
 */
export function reviewProblem(review: JsonObject, session: string): string | null {
  const [misfit] = shapeProblems(sessionReview, review)
  if (misfit !== undefined) return misfit.message
  if (review.get('schema') !== storeSchema) return 'the schema of the session review is not supported'
  if (review.get('sessionId') !== session || !fitsReview(session)) return 'session review sessionId is invalid'
  const findings = findingsOf(review)
  if (findings.length > mostFindings) return `a session review holds at most ${mostFindings} findings`
  const ids = findings.map((finding) => finding.get('findingId') as string)
  if (new Set(ids).size < ids.length) return 'two findings of the session review have the same findingId'
  for (const finding of findings) {
    const problem = findingProblem(finding, session)
    if (problem !== null) return `session review finding ${JSON.stringify(finding.get('findingId'))}: ${problem}`
  }
  return null
}

/** Adds a finding where its id belongs. A new one is pending, of the same session, and has an id of its own (behaviour a3s-52). */
export function addFinding(review: JsonObject, finding: JsonObject): Answer<JsonObject> {
  const session = review.get('sessionId') as string
  if (finding.get('status') !== 'pending') return refuse('review-invalid', 'a new finding must be pending')
  const findings = [...findingsOf(review), finding].sort((a, b) => compareBytes(idOf(a), idOf(b)))
  const more = withMember(review, 'findings', findings)
  const problem = reviewProblem(more, session)
  return problem === null ? answer(more) : refuse('review-invalid', problem)
}

/** The findings as those of another session, as a fork needs them: the owner changes everywhere. */
export function rebindReview(review: JsonObject, session: string): Answer<JsonObject> {
  const rebound = editList(withMember(review, 'sessionId', session), 'findings', (finding) =>
    withMember(finding, 'sessionId', session)
  )
  const problem = reviewProblem(rebound, session)
  return problem === null ? answer(rebound) : refuse('review-invalid', problem)
}

function findingProblem(finding: JsonObject, session: string): string | null {
  if (finding.get('schema') !== findingSchema) return 'its schema is not supported'
  if (finding.get('sessionId') !== session) return 'it belongs to another session'
  for (const field of idFields) {
    const value = finding.get(field) ?? null
    if (value !== null && !fitsReview(value as string)) return `${field} is invalid`
  }
  const long = textFields.find((field) => Buffer.byteLength((finding.get(field) ?? '') as string) > longestText)
  if (long !== undefined) return `${long} is longer than ${longestText} bytes`
  const subject = finding.get('subject') as JsonObject
  const [start, end] = [subject.get('charStart') ?? null, subject.get('charEnd') ?? null]
  return (start === null) === (end === null) ? null : 'its subject has only one of charStart and charEnd'
}

/** Whether the agent takes an id in its findings about a session: not empty, at most 256 bytes, one line (format 2.11). */
export function fitsReview(text: string): boolean {
  return text !== '' && Buffer.byteLength(text) <= longestId && !/[\0\r\n]/.test(text)
}

const findingsOf = (review: JsonObject): readonly JsonObject[] =>
  (review.get('findings') ?? []) as readonly JsonObject[]
const idOf = (finding: JsonObject): string => finding.get('findingId') as string
