import type { Entry, ToolCall, ToolStatus } from '@shared/domain/transcript'
import { asList, asName, asNumber, asObject, asText, isObject, type JsonObject, parseIfJson } from '../../json-access'
import { textOf } from '../records/content'

/** A row of `thread_items`: one item of a turn as Codex projected it from a rollout. */
export interface ProjectedRow {
  readonly ordinal: number
  readonly at: number | null
  readonly json: string
}

/** The entry of a row; null for JSON that is no item. It has what the screen showed: arguments of calls are not kept there. */
export function projectedEntry({ ordinal, at, json }: ProjectedRow): Entry | null {
  const item = parseIfJson(json)
  if (!isObject(item)) return null
  const entry = { id: `r${ordinal}`, at }
  switch (item.type) {
    case 'userMessage':
      return { ...entry, kind: 'user', text: textOf(item.content) }
    case 'agentMessage':
      return { ...entry, kind: 'assistant', text: asText(item.text) ?? '' }
    case 'reasoning':
      return { ...entry, kind: 'thinking', text: textOf(item.summary) || textOf(item.content) }
    case 'plan':
      return { ...entry, kind: 'plan', text: asText(item.text) ?? '' }
    case 'contextCompaction':
      return { ...entry, kind: 'notice', notice: 'compaction', text: 'The conversation was compacted.' }
    case 'commandExecution':
      return item.source === 'userShell'
        ? { ...entry, kind: 'shell', text: asText(item.command) ?? '', tool: call('shell', item, item.command) }
        : { ...entry, kind: 'tool', text: '', tool: call('exec_command', item, { cmd: asText(item.command) ?? '' }) }
    case 'fileChange':
      return {
        ...entry,
        kind: 'tool',
        text: '',
        tool: { ...call('apply_patch', item, null), edits: editsOf(item.changes) }
      }
    case 'subAgentActivity':
      return { ...entry, kind: 'tool', text: '', tool: { ...call('spawn_agent', item, null), ...subagentOf(item) } }
    default:
      return { ...entry, kind: 'unrecognised', text: `An item of the kind ${String(asName(item.type)).slice(0, 80)}.` }
  }
}

function call(name: string, item: JsonObject, args: unknown): ToolCall {
  const id = asName(item.id)
  return {
    name,
    status: statusOf(item.status),
    arguments: args,
    result: asText(item.aggregatedOutput) ?? '',
    durationMs: asNumber(item.durationMs),
    exitCode: asNumber(item.exitCode),
    ...(id === null ? {} : { callId: id })
  }
}

function statusOf(status: unknown): ToolStatus {
  if (status === 'failed' || status === 'declined') return 'failed'
  return status === 'inProgress' ? 'running' : 'ok'
}

function editsOf(changes: unknown): NonNullable<ToolCall['edits']> {
  return asList(changes)
    .map(asObject)
    .flatMap(({ path, kind, diff }) => {
      const [name, text] = [asName(path), asText(diff) ?? '']
      if (name === null) return []
      const what = asObject(kind).type
      if (what === 'add') return [{ path: name, before: '', after: text }]
      return [what === 'delete' ? { path: name, before: text, after: '' } : { path: name, patch: text }]
    })
}

function subagentOf(item: JsonObject): Pick<ToolCall, 'subagent'> {
  return { subagent: { id: asName(item.agentThreadId), name: asName(item.agentPath) ?? 'subagent' } }
}
