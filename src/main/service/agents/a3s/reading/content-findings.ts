import type { Finding } from '@shared/domain/finding'
import { type Fields, fieldsOf, listOf, textOf } from '../fields'
import { isWire } from '../transcript/display-text'
import type { Slot } from '../transcript/slots'
import { durableSource } from './findings'

/** What is worth knowing about a session whose file is in order: what lies beside the messages, and what was not shown as one. */
export function contentFindings(snapshot: Fields, slots: readonly Slot[], path: string): readonly Finding[] {
  const session = fieldsOf(snapshot.session)
  const findings = [keptBeside(snapshot), steering(session), orphans(slots), verification(snapshot), review(snapshot)]
  if (typeof fieldsOf(session.llm_config).api_key === 'string') findings.push(apiKey(path))
  if (session.durable_source !== undefined && session.durable_source !== null) findings.push(durableSource(path))
  return findings.flatMap((finding) => (finding === null ? [] : [finding]))
}

function info(code: string, what: string, severity: Finding['severity'] = 'info'): Finding {
  return { code, severity, what }
}

function keptBeside(snapshot: Fields): Finding | null {
  const artifacts = listOf(snapshot.artifacts)
  const traces = listOf(snapshot.trace_events).length
  if (artifacts.length === 0 && traces === 0) return null
  const pins = new Set(listOf(snapshot.retained_artifact_uris))
  const pinned = artifacts.filter((artifact) => pins.has(fieldsOf(artifact).artifact_uri)).length
  return info(
    'a3s.session.artifacts',
    `${artifacts.length} tool outputs (${pinned} of them pinned) and ${traces} trace events are kept with the session.`
  )
}

function steering(session: Fields): Finding | null {
  const hidden = listOf(session.messages).filter((message) => isWire(fieldsOf(message))).length
  if (hidden === 0) return null
  return info('a3s.session.wire', `${hidden} messages steer the model and are hidden from the transcript, as a3s does.`)
}

function orphans(slots: readonly Slot[]): Finding | null {
  const count = slots.filter((slot) => slot.kind === 'result').length
  return count === 0
    ? null
    : info('a3s.session.orphan-result', `${count} tool results have no call in the session.`, 'notice')
}

function verification(snapshot: Fields): Finding | null {
  const open = listOf(snapshot.verification_reports).map(fieldsOf).filter(needsLook)
  if (open.length === 0) return null
  const subjects = open.map((report) => `${textOf(report.subject)} (${textOf(report.status)})`).join(', ')
  return info('a3s.session.verification', `Verification is not passed: ${subjects}.`, 'notice')
}

function needsLook(report: Fields): boolean {
  return report.status === 'failed' || report.status === 'needs_review'
}

function review(snapshot: Fields): Finding | null {
  const findings = listOf(fieldsOf(snapshot.session_review).findings).map(fieldsOf)
  const pending = findings.filter((finding) => finding.status === 'pending')
  if (pending.length === 0) return null
  const named = pending.map((finding) => `${textOf(finding.findingId)} (${textOf(finding.severity)})`).join(', ')
  return info('a3s.session.review', `Findings of the session's review wait for an answer: ${named}.`, 'notice')
}

function apiKey(path: string): Finding {
  return {
    code: 'a3s.session.api-key',
    severity: 'notice',
    what: 'This file carries an API key, which a3s itself never writes.',
    where: path,
    does: 'Reprise does not show it.',
    can: 'Remove it from the file.'
  }
}
