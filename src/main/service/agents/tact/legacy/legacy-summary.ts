import type { ListedSession } from '../../adapter'
import { asText } from '../json-access'
import { decodeRow, type StoredRow } from '../record'
import type { LegacySession } from './legacy-files'

/** What the first records of a session tell: a list reads no more of it. */
export function summariseLegacy(session: LegacySession, rows: readonly StoredRow[], hasState: boolean): ListedSession {
  const records = rows.flatMap((row) => {
    const decoded = decodeRow(row)
    return decoded.state === 'ok' ? [decoded.record] : []
  })
  const start = records.find((record) => record.kind === 'tact/session.started')?.payload ?? {}
  const prompts = records.flatMap((record) => {
    const text =
      record.kind === 'tact/user.submitted' || record.kind === 'tact/user.steered' ? asText(record.payload.text) : null
    return text === null ? [] : [{ at: record.at ?? 0, text }]
  })
  const preview = prompts.map(({ text }) => text.split(/\s+/u).filter(Boolean).join(' ')).find((text) => text !== '')
  const model = asText(start.model)
  const effort = asText(start.effort)
  const version = asText(start.application_version)
  const parent = asText(start.parent_session_id)
  return {
    id: asText(start.session_id) ?? session.name,
    title: preview ?? 'No prompt yet',
    workspace: asText(start.workspace),
    startedAt: session.segments.at(-1)?.startedAt ?? null,
    updatedAt: Math.max(...session.segments.map((segment) => segment.changedAt)),
    entries: null,
    resumable: false,
    findings: null,
    state: 'older',
    layout: session.generation,
    ownCheckpoints: hasState ? 1 : 0,
    prompts: prompts.slice(-100),
    promptText: prompts
      .map(({ text }) => text)
      .join('\n')
      .slice(0, 4000),
    ...(preview === undefined ? {} : { preview }),
    ...(model === null ? {} : { model }),
    ...(effort === null ? {} : { effort }),
    ...(version === null ? {} : { agentVersion: version }),
    ...(parent === null ? {} : { parent, parentKind: 'fork' as const })
  }
}
