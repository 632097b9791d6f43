import { fromPlain, JsonObject, type JsonValue } from '../../../json/json-value'
import { listIn, textIn, withMember } from '../reading/change-object'

/** So many of each the agent keeps, the newest (format page, section 5.4). */
const caps: Readonly<Record<string, number>> = {
  resources: 24,
  findings: 16,
  decisions: 16,
  blockers: 12,
  timeline: 24,
  next_actions: 10,
  open_questions: 10
}

/** Adds items to a list of the working memory; the oldest go when there are too many. */
export function remember(memory: JsonObject, list: string, items: readonly object[] | readonly string[]): JsonObject {
  if (items.length === 0) return memory
  const all: readonly JsonValue[] = [...listIn(memory, list), ...items.map(fromPlain)]
  return withMember(memory, list, all.slice(-(caps[list] ?? all.length)))
}

/** Opens a blocker for a tool that failed, unless one is open already. */
export function openBlocker(memory: JsonObject, id: string, tool: string, detail: string, at: string): JsonObject {
  if (blockersOf(memory, tool).length > 0) return memory
  const blocker = { id, summary: failureOf(tool), detail, status: 'open', created_at: at, updated_at: at }
  return remember(memory, 'blockers', [blocker])
}

/** A later success of the same tool resolves what its failure opened. */
export function resolveBlockers(memory: JsonObject, tool: string, at: string): JsonObject {
  const open = new Set<JsonValue>(blockersOf(memory, tool))
  if (open.size === 0) return memory
  const resolved = listIn(memory, 'blockers').map((each) =>
    open.has(each) && each instanceof JsonObject
      ? withMember(withMember(each, 'status', 'resolved'), 'updated_at', at)
      : each
  )
  return withMember(memory, 'blockers', resolved)
}

const failureOf = (tool: string) => `${tool} failed`

function blockersOf(memory: JsonObject, tool: string): readonly JsonObject[] {
  return listIn(memory, 'blockers')
    .filter((each) => each instanceof JsonObject)
    .filter((each) => textIn(each, 'status') === 'open' && textIn(each, 'summary') === failureOf(tool))
}
