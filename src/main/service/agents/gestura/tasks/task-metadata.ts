import { fromPlain, JsonObject, type JsonValue } from '../../../json/json-value'
import { listIn, objectIn, withMember } from '../reading/change-object'

/** The agent keeps so many events and pieces of evidence, the newest. */
const most = 32

export interface MemoryEvent {
  readonly phase: 'delegated' | 'handoff' | 'promoted' | 'blocked'
  readonly summary: string
  readonly scope?: string
  readonly memory_type?: string
  readonly memory_file_path?: string
  readonly recorded_at: string
}

/** What a run of a task showed; booleans once true stay true. */
export interface ExecutionState {
  readonly saw_tool_activity?: boolean
  readonly saw_mutation?: boolean
  readonly build_succeeded?: boolean
  readonly test_succeeded?: boolean
  readonly last_runtime_note?: string
  readonly evidence?: readonly { readonly kind: 'tool_activity' | 'mutation' | 'build' | 'test' | 'artifact' }[]
}

export interface RecordedResult {
  readonly success: boolean
  readonly output: string
  readonly tool_calls: number
  readonly duration_ms: number
}

export type MetadataChange =
  | { readonly memory: MemoryEvent }
  | { readonly execution: ExecutionState }
  | { readonly result: RecordedResult }

/**
 * Stores something in a task's metadata and keeps every other key of it (format page, section 6.3); null where the metadata is no object
 * that could hold it.
 */
export function changedMetadata(metadata: JsonValue | undefined, change: MetadataChange): JsonObject | null {
  const held = metadata === undefined || metadata === null ? new JsonObject([]) : metadata
  if (!(held instanceof JsonObject)) return null
  if ('result' in change) return withAll(held, change.result)
  if ('memory' in change) {
    const lifecycle = objectIn(held, 'memory_lifecycle')
    const events = [...listIn(lifecycle, 'events'), fromPlain(change.memory)].slice(-most)
    const path = change.memory.memory_file_path
    const next = withMember(lifecycle, 'events', events)
    const changed = path === undefined ? next : withMember(next, 'last_memory_file_path', path)
    return withMember(held, 'memory_lifecycle', changed)
  }
  const { evidence = [], ...facts } = change.execution
  const state = objectIn(held, 'execution_state')
  const all = [...listIn(state, 'evidence'), ...evidence.map(fromPlain)].slice(-most)
  return withMember(held, 'execution_state', withMember(withAll(state, facts), 'evidence', all))
}

function withAll(object: JsonObject, values: object): JsonObject {
  let changed = object
  for (const [key, value] of Object.entries(values)) {
    // What was once seen stays seen.
    if (value === false && changed.get(key) === true && key !== 'success') continue
    changed = withMember(changed, key, fromPlain(value))
  }
  return changed
}
