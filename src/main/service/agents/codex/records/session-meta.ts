import { asName, asNumber, asObject } from '../../json-access'
import { repositoryIdentity } from '../../repository-identity'
import { type RolloutRecord, timeOf } from './rollout-record'

/** What the first record of a rollout says of its session (format: "Records", "Links"). */
export interface SessionMeta {
  readonly id: string | null
  readonly cwd: string | null
  /** Identity of the repository that it began in. */
  readonly repository: string | null
  readonly startedAt: number | null
  readonly version: string | null
  readonly paginated: boolean
  readonly forkedFrom: string | null
  /** The part of another rollout that comes first; only the new records are in this one. */
  readonly base: HistoryBase | null
  /** Thread that started this one as a subagent; `subagent` also where it is not said. */
  readonly parent: string | null
  readonly subagent: boolean
  /** How the agent calls a subagent. */
  readonly nickname: string | null
}

export interface HistoryBase {
  readonly thread: string
  readonly endOrdinal: number | null
  readonly endByte: number | null
}

export function sessionMeta({ payload, at }: RolloutRecord): SessionMeta {
  const spawn = asObject(asObject(asObject(payload.source).subagent).thread_spawn)
  const parent = asName(spawn.parent_thread_id) ?? asName(payload.parent_thread_id)
  return {
    id: asName(payload.id),
    cwd: asName(payload.cwd),
    repository: repositoryIdentity(asName(asObject(payload.git).repository_url) ?? ''),
    startedAt: timeOf(payload.timestamp) ?? at,
    version: asName(payload.cli_version),
    paginated: payload.history_mode === 'paginated',
    forkedFrom: asName(payload.forked_from_id),
    base: historyBase(payload.history_base),
    parent,
    subagent:
      parent !== null || payload.thread_source === 'subagent' || asObject(payload.source).subagent !== undefined,
    nickname: asName(payload.agent_path) ?? asName(spawn.agent_path) ?? asName(payload.agent_nickname)
  }
}

function historyBase(value: unknown): HistoryBase | null {
  const base = asObject(value)
  const thread = asName(base.thread_id)
  if (thread === null) return null
  return { thread, endOrdinal: asNumber(base.end_ordinal_exclusive), endByte: asNumber(base.end_byte_offset) }
}
