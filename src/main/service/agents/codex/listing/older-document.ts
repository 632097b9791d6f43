import type { ListedSession } from '../../adapter'
import type { RolloutFile } from '../files/rollout-files'
import { timeOf } from '../records/rollout-record'

/** A session of the first program, in one JSON document: listed, not read. */
export function olderDocument({ id, unit }: RolloutFile): ListedSession {
  const day = /rollout-(\d{4}-\d{2}-\d{2})/.exec(unit)?.[1]
  return {
    id: id ?? unit,
    title: `A session of the first Codex program${day === undefined ? '' : ` of ${day}`}`,
    workspace: null,
    startedAt: timeOf(day),
    updatedAt: timeOf(day),
    entries: null,
    resumable: false,
    findings: null,
    state: 'older',
    layout: 'document'
  }
}
