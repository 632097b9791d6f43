import { integer, type SqlRow, type SqlValue } from '../../foreign-sqlite/read-database'
import { asName, asObject, parseIfJson } from '../../json-access'

/** What Codex's own index says of a thread (format: "Where"). It can be stale: the rollout counts for what is in it. */
export interface ThreadRow {
  readonly id: string
  /** Where the rollout was when the row was written. */
  readonly rolloutPath: string | null
  /** Set by the person. */
  readonly name: string | null
  readonly title: string | null
  readonly firstPrompt: string | null
  readonly preview: string | null
  readonly cwd: string | null
  readonly startedAt: number | null
  readonly updatedAt: number | null
  readonly archived: boolean
  readonly model: string | null
  readonly effort: string | null
  readonly version: string | null
  /** Thread that started it as a subagent. */
  readonly parent: string | null
  readonly subagent: boolean
}

/** A row of any generation of the table; null for one without an id. */
export function threadRow(row: SqlRow, parents: ReadonlyMap<string, string>): ThreadRow | null {
  const id = name(row.id)
  if (id === null) return null
  const source = asObject(parseIfJson(name(row.source) ?? ''))
  const spawn = asObject(asObject(source.subagent).thread_spawn)
  const parent = parents.get(id) ?? asName(spawn.parent_thread_id)
  return {
    id,
    rolloutPath: name(row.rollout_path),
    name: name(row.name),
    title: name(row.title),
    firstPrompt: name(row.first_user_message),
    preview: name(row.preview),
    cwd: name(row.cwd),
    startedAt: integer(row.created_at_ms) ?? seconds(row.created_at),
    updatedAt: integer(row.updated_at_ms) ?? seconds(row.updated_at),
    archived: integer(row.archived) === 1,
    model: name(row.model),
    effort: name(row.reasoning_effort),
    version: name(row.cli_version),
    parent,
    subagent: parent !== null || row.thread_source === 'subagent' || source.subagent !== undefined
  }
}

function name(value: SqlValue | undefined): string | null {
  return asName(value)
}

/** Older generations keep seconds; a number of milliseconds is far larger. */
function seconds(value: SqlValue | undefined): number | null {
  const at = integer(value)
  return at === null ? null : at < 1e11 ? at * 1000 : at
}
