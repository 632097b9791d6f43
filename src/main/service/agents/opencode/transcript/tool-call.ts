import type { ToolCall } from '@shared/domain/transcript'
import { asList, asName, asNumber, asObject, asText, type JsonObject } from '../../json-access'

type Edits = NonNullable<ToolCall['edits']>

/** A call with its result, from a part of type `tool`. Failed is what opencode marks so: an exit code alone is none (format: "Failed calls"). */
export function toolCall(part: JsonObject): ToolCall {
  const state = asObject(part.state)
  const metadata = asObject(state.metadata)
  const name = asName(part.tool) ?? 'tool'
  const time = asObject(state.time)
  const [start, end] = [asNumber(time.start), asNumber(time.end)]
  const status = statusOf(state)
  const edits = editsOf(asObject(state.input), metadata)
  const exitCode = asNumber(metadata.exit)
  const subagent = subagentOf(name, state, metadata)
  const callId = asName(part.callID)
  return {
    name,
    status,
    arguments: state.input ?? {},
    result: resultOf(state, status),
    durationMs: start === null || end === null ? null : Math.max(0, end - start),
    ...(exitCode === null ? {} : { exitCode }),
    ...(callId === null ? {} : { callId }),
    ...(edits.length === 0 ? {} : { edits }),
    ...(subagent === null ? {} : { subagent })
  }
}

function statusOf({ status, metadata }: JsonObject): ToolCall['status'] {
  if (status === 'completed') return 'ok'
  if (status === 'error') return asObject(metadata).interrupted === true ? 'cancelled' : 'failed'
  return 'running'
}

function resultOf(state: JsonObject, status: ToolCall['status']): string {
  const output = textOf(state.output)
  const error = textOf(state.error)
  if (status === 'ok' || error === '') return output
  return output === '' ? error : `${output}\n${error}`
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return asText(value) ?? JSON.stringify(value)
}

function editsOf(input: JsonObject, metadata: JsonObject): Edits {
  const files = asList(metadata.files).map(asObject)
  const listed = files.flatMap((file): Edits => {
    const path = asName(file.filePath) ?? asName(file.relativePath) ?? asName(file.file)
    const patch = asName(file.diff) ?? asName(file.patch)
    return path === null || patch === null ? [] : [{ path, patch }]
  })
  if (listed.length > 0) return listed
  const path = asName(input.filePath)
  if (path === null) return []
  const patch = asName(metadata.diff)
  if (patch !== null) return [{ path, patch }]
  const [before, after] = [asText(input.oldString), asText(input.newString)]
  if (before !== null && after !== null) return [{ path, before, after }]
  const content = asText(input.content)
  return content === null ? [] : [{ path, after: content }]
}

function subagentOf(name: string, state: JsonObject, metadata: JsonObject): ToolCall['subagent'] | null {
  const id = asName(metadata.sessionId) ?? asName(metadata.sessionID)
  if (name !== 'task' && id === null) return null
  const input = asObject(state.input)
  return { id, name: asName(input.subagent_type) ?? asName(input.description) ?? name }
}
