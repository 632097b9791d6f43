import { createHash } from 'node:crypto'
import type { StateRecord } from '../../../diff/records/state-records'
import type { SourceKey } from '../../adapter'
import { type Fields, fieldsOf, listOf, textOf } from '../fields'
import { findSession } from './find-session'

type Field = StateRecord['fields'][number]

/** Runs, artifacts and verification reports of a session, to be compared (format 3.1, 3.6, 3.7). None where the session cannot be read. */
export function comparedRecords(root: string, id: string, key: SourceKey): readonly StateRecord[] {
  const snapshot = findSession(root, id, key, 'quick')?.snapshot ?? null
  if (snapshot === null) return []
  const pinned = new Set(listOf(snapshot.retained_artifact_uris))
  return [
    ...listOf(snapshot.run_records).map(runRecord),
    ...listOf(snapshot.artifacts).map((artifact) => artifactRecord(fieldsOf(artifact), pinned)),
    ...reportRecords(listOf(snapshot.verification_reports))
  ]
}

function runRecord(value: unknown, index: number): StateRecord {
  const record = fieldsOf(value)
  const run = fieldsOf(record.snapshot)
  const changes = fieldsOf(run.workspace_change_set)
  const fields = [
    field('status', run.status, true),
    field('events', run.event_count ?? listOf(record.events).length),
    field('result', run.result_text),
    field('error', run.error),
    field('change set', changes.patch_digest)
  ]
  const id = textOf(run.id) || `run ${index + 1}`
  return { part: 'runs', id, label: textOf(run.prompt) || id, fields: present(fields), text: readable(record) }
}

function artifactRecord(artifact: Fields, pinned: ReadonlySet<unknown>): StateRecord {
  const uri = textOf(artifact.artifact_uri)
  const content = textOf(artifact.content)
  const fields = [
    field('tool', artifact.tool_name, true),
    field('bytes', artifact.original_bytes, true),
    field('shown', artifact.shown_bytes),
    field('hash', createHash('sha256').update(content).digest('hex')),
    field('pinned', pinned.has(uri) ? 'yes' : undefined)
  ]
  return { part: 'artifacts', id: uri, label: uri, fields: present(fields), text: content }
}

/** A report has no id: it is the one about its subject, and of several the one that comes as the same. */
function reportRecords(reports: readonly unknown[]): StateRecord[] {
  const seen = new Map<string, number>()
  return reports.map((value): StateRecord => {
    const report = fieldsOf(value)
    const subject = textOf(report.subject)
    const nth = (seen.get(subject) ?? 0) + 1
    seen.set(subject, nth)
    const checks = listOf(report.checks).map(fieldsOf)
    const failed = checks.filter(({ status }) => status === 'failed').length
    const fields = [
      field('status', report.status, true),
      field('checks', checks.length),
      field('failed checks', failed),
      field('risks', listOf(report.residual_risks).length)
    ]
    return {
      part: 'reports',
      id: `${subject}\n${nth}`,
      label: subject,
      fields: present(fields),
      text: readable(report)
    }
  })
}

function field(name: string, value: unknown, telling = false): Field | null {
  if (value === undefined || value === null || value === '') return null
  return { name, value: typeof value === 'object' ? JSON.stringify(value) : String(value), telling }
}

function present(fields: readonly (Field | null)[]): readonly Field[] {
  return fields.filter((each) => each !== null)
}

function readable(record: Fields): string {
  return `${JSON.stringify(record, null, 2)}\n`
}
