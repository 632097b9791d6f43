import type { NoticeKind } from '@shared/domain/transcript'
import { type Fields, fieldsOf, listOf, textOf } from '../fields'
import { snapshotOf } from './place-runs'

/** What is said of a run that did not complete (format 3.6). */
export function runNotice(run: unknown): { readonly notice: NoticeKind; readonly text: string } {
  const { status, error, prompt } = snapshotOf(run)
  const about = textOf(error) || textOf(prompt)
  const detail = about === '' ? '' : `: ${about}`
  if (status === 'failed') return { notice: 'failure', text: `The run failed${detail}` }
  if (status === 'cancelled') return { notice: 'interruption', text: `The run was cancelled${detail}` }
  return { notice: 'run', text: `The run did not end, it was last ${textOf(status) || 'in an unknown state'}${detail}` }
}

/** A subagent task in a few lines (format 3.8). */
export function subagentText(task: Fields): string {
  const head = `Subagent ${textOf(task.agent)}: ${textOf(task.description)} (${textOf(task.status)})`
  const output = textOf(task.output)
  return output === '' ? head : `${head}\n${output}`
}

/** A verification report in a few lines (format 3.7). */
export function verificationText(report: unknown): string {
  const { subject, status, checks, residual_risks: risks } = fieldsOf(report)
  const lines = listOf(checks).map((check) => {
    const { description, status: checked, required } = fieldsOf(check)
    return `- ${textOf(description)}: ${textOf(checked)}${required === true ? ', required' : ''}`
  })
  const left = listOf(risks).map((risk) => `- risk: ${textOf(risk)}`)
  return [`Verification of ${textOf(subject)}: ${textOf(status)}`, ...lines, ...left].join('\n')
}

/** A finding of the session's review (format 2.11). */
export function reviewText(finding: Fields): string {
  const head = `Review (${textOf(finding.severity)}, ${textOf(finding.status)}): ${textOf(finding.claim)}`
  const rest = [
    ['Evidence', finding.evidence],
    ['Quote', finding.quote],
    ['Suggestion', finding.suggestion],
    ['Reply', finding.mainAgentReply]
  ].flatMap(([label, value]) => (textOf(value) === '' ? [] : [`${label}: ${textOf(value)}`]))
  return [head, ...rest].join('\n')
}
