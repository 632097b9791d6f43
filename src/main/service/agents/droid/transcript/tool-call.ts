import type { ToolCall } from '@shared/domain/transcript'
import { type Fields, fieldsOf, listOf, textOf } from '../../json-fields/fields'
import { blocksOf, textOfBlocks } from '../../message-blocks/blocks'
import type { CallOutcome } from '../../message-blocks/call-list'
import { describeImage, isImage } from '../../message-blocks/images'

/** A call as the reply makes it. */
export function callOf(block: Fields): ToolCall {
  const name = textOf(block.name) ?? 'tool'
  const id = textOf(block.id)
  const input = fieldsOf(block.input)
  const edits = editsOf(name, input)
  return {
    name,
    status: 'running',
    arguments: block.input ?? null,
    result: '',
    durationMs: null,
    ...(id !== null && { callId: id }),
    ...(edits.length > 0 && { edits }),
    ...(name === 'Task' && { subagent: { id: null, name: taskName(input) } })
  }
}

/** What a result says; failures are those that droid marks, which a command with an exit code other than 0 is. */
export function outcomeOf(block: Fields, at: number | null): CallOutcome {
  const parts = blocksOf(block.content)
  const result = textOfBlocks(parts)
  const exit = /\[Process exited with code (-?\d{1,10})\]\s*$/.exec(result.slice(-200))
  return {
    status: block.is_error === true ? 'failed' : 'ok',
    result,
    at,
    exitCode: exit === null ? null : Number(exit[1]),
    images: parts.filter(isImage).map(describeImage)
  }
}

function taskName(input: Fields): string {
  return textOf(input.description) ?? textOf(input.subagent_type) ?? 'subagent'
}

function editsOf(name: string, input: Fields): NonNullable<ToolCall['edits']> {
  const path = textOf(input.file_path)
  if (path === null) return []
  if (name === 'Create' || name === 'Write') return [{ path, after: textOf(input.content) ?? '' }]
  const changes = name === 'Edit' ? [input] : name === 'MultiEdit' ? listOf(input.changes).map(fieldsOf) : []
  return changes.map(({ old_str, new_str }) => ({ path, before: textOf(old_str) ?? '', after: textOf(new_str) ?? '' }))
}
