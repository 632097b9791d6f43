import type { ToolCall } from '@shared/domain/transcript'
import { cutText } from '../../../catalog/cut-text'
import { type Fields, fieldsOf, textOf } from '../../json-fields/fields'
import type { TextResult } from '../records/prompt'

/** A call as the reply makes it. `agentOf` gives the subagent that was asked to do a task. */
export function callOf(block: Fields, agentOf: (task: string) => string | null): ToolCall {
  const name = textOf(block.name) ?? 'tool'
  const id = textOf(block.id)
  const input = fieldsOf(block.input)
  const edits = editsOf(name, input)
  const task = name === 'spawn_agent' ? textOf(input.task) : null
  return {
    name,
    status: 'running',
    arguments: block.input ?? null,
    result: '',
    durationMs: null,
    ...(id !== null && { callId: id }),
    ...(edits.length > 0 && { edits }),
    ...(task !== null && { subagent: { id: agentOf(task), name: cutText(task, 80) } })
  }
}

/** A call that is only known by the text of its result. */
export function toldCall({ name, about, text }: TextResult): ToolCall {
  const failed = /^(?:The tool execution failed|\s*<error>)/.test(text)
  return { name, status: failed ? 'failed' : 'ok', arguments: about, result: text, durationMs: null }
}

function editsOf(name: string, input: Fields): NonNullable<ToolCall['edits']> {
  const path = textOf(input.path)
  if (path === null) return []
  if (name === 'write_to_file') return [{ path, after: textOf(input.content) ?? '' }]
  if (name === 'replace_in_file') return [{ path, patch: textOf(input.diff) ?? '' }]
  if (name !== 'editor') return []
  const [before, after] = [textOf(input.old_text), textOf(input.new_text) ?? '']
  return [before === null ? { path, after } : { path, before, after }]
}
