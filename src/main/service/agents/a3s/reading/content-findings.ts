import type { Finding } from '@shared/domain/finding'
import { type Fields, fieldsOf, listOf } from '../fields'
import { isWire } from '../transcript/display-text'
import type { Slot } from '../transcript/slots'
import { durableSource } from './findings'
import { forkSource } from './fork-source'

/** What is worth knowing about a session whose file is in order: what lies beside the messages, and what was not shown as one. */
export function contentFindings(snapshot: Fields, slots: readonly Slot[], path: string): readonly Finding[] {
  const session = fieldsOf(snapshot.session)
  const findings = [keptBeside(snapshot), steering(session), orphans(slots), verification(snapshot), review(snapshot)]
  const source = forkSource(snapshot)
  if (source !== null) findings.push(fork(source))
  if (typeof fieldsOf(session.llm_config).api_key === 'string') findings.push(apiKey(path))
  if (session.durable_source !== undefined && session.durable_source !== null) findings.push(durableSource(path))
  return findings.flatMap((finding) => (finding === null ? [] : [finding]))
}

const partFields = ['artifacts', 'trace_events', 'run_records', 'verification_reports', 'subagent_tasks']

/** That a session of an older layout was not saved in one step, where it has parts in files of their own (format 3.3). */
export function separateParts(form: 'envelope' | 'bare', snapshot: Fields, path: string): readonly Finding[] {
  if (form === 'envelope' || !partFields.some((field) => listOf(snapshot[field]).length > 0)) return []
  const finding: Finding = {
    code: 'a3s.session.parts',
    severity: 'info',
    what: 'Messages, runs and tool outputs of this session lie in files of their own that a3s saves one after the other: they need not be of the same moment.',
    where: path,
    can: 'Migrate the session: then each save is one whole.'
  }
  return [finding]
}

function info(code: string, what: string, severity: Finding['severity'] = 'info'): Finding {
  return { code, severity, what }
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

function keptBeside(snapshot: Fields): Finding | null {
  const artifacts = listOf(snapshot.artifacts)
  const traces = listOf(snapshot.trace_events).length
  const pins = new Set(listOf(snapshot.retained_artifact_uris))
  const pinned = artifacts.filter((artifact) => pins.has(fieldsOf(artifact).artifact_uri)).length
  const parts = [
    ...(artifacts.length > 0 ? [`${counted(artifacts.length, 'tool output')} (${pinned} pinned)`] : []),
    ...(traces > 0 ? [counted(traces, 'trace event')] : [])
  ]
  return parts.length === 0 ? null : info('a3s.session.artifacts', `Kept with the session: ${parts.join(' and ')}.`)
}

function steering(session: Fields): Finding | null {
  const hidden = listOf(session.messages).filter((message) => isWire(fieldsOf(message))).length
  const what = `Hidden from the transcript, as a3s does: ${counted(hidden, 'message')} that steer the model.`
  return hidden === 0 ? null : info('a3s.session.wire', what)
}

function orphans(slots: readonly Slot[]): Finding | null {
  const count = slots.filter((slot) => slot.kind === 'result').length
  const what = `Without its call in the session: ${counted(count, 'tool result')}.`
  return count === 0 ? null : info('a3s.session.orphan-result', what, 'notice')
}

function verification(snapshot: Fields): Finding | null {
  const reports = listOf(snapshot.verification_reports).map(fieldsOf)
  const failed = reports.filter((report) => report.status === 'failed').length
  const open = reports.filter((report) => report.status === 'needs_review').length
  const what = `Of ${counted(reports.length, 'verification report')} ${failed} failed and ${open} wait for a look.`
  return failed + open === 0 ? null : info('a3s.session.verification', what, 'notice')
}

function review(snapshot: Fields): Finding | null {
  const findings = listOf(fieldsOf(snapshot.session_review).findings).map(fieldsOf)
  const pending = findings.filter((finding) => finding.status === 'pending').length
  const what = `Waiting for an answer: ${counted(pending, 'finding')} of the session's review.`
  return pending === 0 ? null : info('a3s.session.review', what, 'notice')
}

function fork(source: string): Finding {
  const id = JSON.stringify(source.slice(0, 200))
  return info('a3s.session.fork', `Its records also name session ${id}: it was probably forked from that one.`)
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
