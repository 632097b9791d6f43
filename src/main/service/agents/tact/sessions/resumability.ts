import type { Finding } from '@shared/domain/finding'
import type { ReadDatabase } from '../../foreign-sqlite/read-database'
import { unlessDamaged } from '../../foreign-sqlite/unless-damaged'
import { info, problem } from '../findings'
import { knownModels } from '../models'
import { loadLineage } from '../transcript/lineage'
import { quickStateBytes, stateFindings } from './read-state'
import { smallRecordFindings } from './small-records'
import { terminalStop } from './terminal-stops'

/** Whether tact 0.8.3 would resume a session, and what it would stumble over (format: "Why a resume can fail"). */
export interface Resumability {
  readonly resumable: boolean
  readonly findings: readonly Finding[]
}

const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** Whether tact takes it for the id of a session: a UUID of version 7. */
export function isUuid7(session: string): boolean {
  return uuid7.test(session)
}

/** Everything that can be told from the store without reading all of a long session. `model` is null for a state alone. */
export function judgeResume(
  database: ReadDatabase,
  session: string,
  model: string | null,
  lineage: readonly Finding[] = loadLineage(database, session).findings
): Resumability {
  const findings: Finding[] = []
  const refused = (finding: Finding | null) => {
    if (finding) findings.push(finding)
    return finding !== null
  }
  const state = stateFindings(database, session, quickStateBytes)
  const blocks = [
    refused(
      stopFinding(
        unlessDamaged(null, () => terminalStop(database, session)),
        session
      )
    ),
    refused(state === null ? missingState() : null),
    refused(
      isUuid7(session)
        ? null
        : problem('session.id', 'The id of the session is not one that tact makes.', { where: session })
    ),
    refused(model === null || knownModels.has(model) ? null : retiredModel(model))
  ]
  const others = [...(state ?? []), ...lineage, ...smallRecordFindings(database, session)]
  return { resumable: !blocks.includes(true) && others.length === 0, findings: [...findings, ...others] }
}

/** Findings of records and states that cannot be read: the session is only partly there. */
export function isPartial({ findings }: Resumability): boolean {
  return findings.some(({ code }) => code === 'tact.record.unreadable' || code === 'tact.state.damaged')
}

function stopFinding(reason: string | null, session: string): Finding | null {
  if (reason === null) return null
  return problem('session.stopped', `The provider stopped this session for good: ${reason.slice(0, 80)}.`, {
    where: session,
    still: 'The whole transcript can be read.',
    can: 'tact refuses to resume it; start a new session instead.'
  })
}

function missingState(): Finding {
  return info('state.missing', 'The session has no resume state: it can be viewed, not resumed.', {
    still: 'The whole transcript can be read.',
    can: 'tact writes a resume state when a turn succeeds; none did.'
  })
}

function retiredModel(model: string): Finding {
  return problem('session.model', `The session is of a model that tact no longer takes: ${model.slice(0, 80)}.`, {
    still: 'The whole transcript can be read.',
    can: 'tact 0.8.3 refuses to resume it; a tact that knows the model may.'
  })
}
