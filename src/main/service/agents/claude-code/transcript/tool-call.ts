import type { ToolCall } from '@shared/domain/transcript'
import { type Fields, fieldsOf, listOf, numberOf, textOf } from '../../json-fields/fields'
import { blocksOf, textOfBlocks } from '../records/content-blocks'
import type { SideFiles } from './side-files'

export interface CallResult {
  /** The block `tool_result`. */
  readonly block: Fields
  /** The record that holds it. */
  readonly record: Fields
}

/** A call joined with its result, where there is one. Failures are those that the agent marks. */
export function toolCallOf(call: Fields, result: CallResult | null, live: boolean, files: SideFiles): ToolCall {
  const name = textOf(call.name) ?? 'unnamed tool'
  const callId = textOf(call.id)
  const text = result === null ? '' : resultText(result.block, files)
  const edits = editsOf(name, fieldsOf(call.input))
  const subagent = subagentOf(name, fieldsOf(call.input), result)
  return {
    name,
    status: statusOf(result, text, live),
    arguments: call.input ?? null,
    result: text,
    durationMs: durationOf(result),
    exitCode: exitCodeOf(name, result, text),
    ...(callId !== null && { callId }),
    ...(edits.length > 0 && { edits }),
    ...(subagent !== null && { subagent })
  }
}

function statusOf(result: CallResult | null, text: string, live: boolean): ToolCall['status'] {
  if (result === null) return live ? 'running' : 'cancelled'
  if (result.block.is_error !== true) return 'ok'
  return /^(?:\[Request interrupted by user|The user doesn't want to proceed)/.test(text) ? 'cancelled' : 'failed'
}

function resultText(block: Fields, files: SideFiles): string {
  const blocks = blocksOf(block.content)
  const text = textOfBlocks(blocks)
  return text.startsWith('<persisted-output>') ? (files.text(text) ?? text) : text
}

function durationOf(result: CallResult | null): number | null {
  const structured = fieldsOf(result?.record.toolUseResult)
  return numberOf(structured.totalDurationMs) ?? numberOf(structured.durationMs)
}

function exitCodeOf(name: string, result: CallResult | null, text: string): number | null {
  if (name !== 'Bash' || result === null) return null
  if (result.block.is_error !== true) return 0
  const match = /^(?:Error: )?Exit code (\d{1,5})/.exec(text)
  return match ? Number(match[1]) : null
}

function editsOf(name: string, input: Fields): NonNullable<ToolCall['edits']> {
  const path = textOf(input.file_path) ?? textOf(input.notebook_path)
  if (path === null) return []
  if (name === 'Write') return [{ path, after: textOf(input.content) ?? '' }]
  if (name === 'NotebookEdit') return [{ path, after: textOf(input.new_source) ?? '' }]
  const changes = name === 'MultiEdit' ? listOf(input.edits).map(fieldsOf) : name === 'Edit' ? [input] : []
  return changes.map((change) => ({
    path,
    before: textOf(change.old_string) ?? '',
    after: textOf(change.new_string) ?? ''
  }))
}

/** The call is named `Agent`, and was named `Task` before. */
function subagentOf(name: string, input: Fields, result: CallResult | null): ToolCall['subagent'] | null {
  if (name !== 'Agent' && name !== 'Task') return null
  const structured = fieldsOf(result?.record.toolUseResult)
  const id = textOf(structured.agentId)
  const title = textOf(input.description) ?? textOf(input.subagent_type) ?? textOf(structured.agentType) ?? 'subagent'
  return { id: id === null ? null : `agent-${id}`, name: title }
}
