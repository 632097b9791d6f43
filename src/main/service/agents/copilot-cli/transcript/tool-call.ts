import type { ImageInfo, ToolCall } from '@shared/domain/transcript'
import { type Fields, fieldsOf, listOf, numberOf, textOf } from '../../json-fields/fields'
import type { CallOutcome } from '../../message-blocks/call-list'
import { isImageAsset } from '../records/prompt'

/** A call as the reply makes it. */
export function callOf(name: string, id: string | null, args: unknown): ToolCall {
  const edits = editsOf(name, fieldsOf(args))
  return {
    name,
    status: 'running',
    arguments: args ?? null,
    result: '',
    durationMs: null,
    ...(id !== null && { callId: id }),
    ...(edits.length > 0 && { edits }),
    ...(name === 'task' && { subagent: { id: null, name: taskName(fieldsOf(args)) } })
  }
}

/** What `tool.execution_complete` says. A command's exit code is no failure to Copilot CLI. */
export function outcomeOf(data: Fields, at: number | null): CallOutcome {
  const result = fieldsOf(data.result)
  const error = fieldsOf(data.error)
  const exitCode = numberOf(fieldsOf(data.shellExecution).exitCode)
  const failed = data.success === false
  return {
    status: failed ? 'failed' : 'ok',
    result: (failed ? textOf(error.message) : null) ?? textOf(result.content) ?? textOf(result.detailedContent) ?? '',
    at,
    exitCode,
    images: imageAssets(data).map(describeAsset),
    edits: editsMade(data)
  }
}

/** References to images in a result. */
export function imageAssets(data: Fields): readonly Fields[] {
  return listOf(fieldsOf(data.result).binaryResultsForLlm).map(fieldsOf).filter(isImageAsset)
}

export function describeAsset(part: Fields): ImageInfo {
  return { mediaType: textOf(part.mimeType) ?? 'application/octet-stream', bytes: numberOf(part.byteLength) ?? 0 }
}

function taskName(args: Fields): string {
  return textOf(args.name) ?? textOf(args.description) ?? textOf(args.agent_type) ?? 'subagent'
}

/** The result of a call that changed one file has its diff. */
function editsMade(data: Fields): NonNullable<ToolCall['edits']> {
  const [edit, ...others] = listOf(data.fileEdits).map(fieldsOf)
  const [path, patch] = [textOf(edit?.path), textOf(fieldsOf(data.result).detailedContent)]
  return others.length > 0 || path === null || patch === null ? [] : [{ path, patch: patch.trim() }]
}

function editsOf(name: string, args: Fields): NonNullable<ToolCall['edits']> {
  const path = textOf(args.path)
  if (path === null) return []
  if (name === 'create') return [{ path, after: textOf(args.file_text) ?? '' }]
  if (name !== 'edit') return []
  return [{ path, before: textOf(args.old_str) ?? '', after: textOf(args.new_str) ?? '' }]
}
