import type { Entry, ToolCall } from '@shared/domain/transcript'
import { asList, asName, asObject, asText, isObject, type JsonObject, parseIfJson } from '../../json-access'
import { patchEdits } from './patch-edits'

/** What a call asked for. */
export interface CallRequest {
  readonly id: string | null
  readonly name: string
  readonly arguments: unknown
  readonly edits: NonNullable<ToolCall['edits']>
  /** Steps, where the call is a plan. */
  readonly steps: Entry['steps'] | null
  /** The service runs it by itself, so no answer follows. */
  readonly answered: boolean
}

/** Reads a response item that is a call of any kind: `function_call`, `custom_tool_call`, `local_shell_call`, `web_search_call`, ... */
export function callRequest(kind: string, payload: JsonObject): CallRequest {
  const id = asName(payload.call_id) ?? asName(payload.id)
  const none = { id, edits: [], steps: null, answered: false }
  if (kind === 'function_call') {
    const text = asText(payload.arguments) ?? ''
    const args = text.length > 1_000_000 ? text : parseIfJson(text)
    const name = asName(payload.name) ?? 'function'
    return {
      ...none,
      name,
      arguments: args,
      edits: editsOf(args),
      steps: name === 'update_plan' ? planSteps(args) : null
    }
  }
  if (kind === 'custom_tool_call') {
    const input = asText(payload.input) ?? ''
    return { ...none, name: asName(payload.name) ?? 'tool', arguments: input, edits: patchEdits(input) }
  }
  const { action } = payload
  if (kind === 'local_shell_call') return { ...none, name: 'shell', arguments: action ?? null }
  const answered = asName(payload.call_id) === null
  return { ...none, name: kind.replace(/_call$/, ''), arguments: action ?? payload.arguments ?? null, answered }
}

/** A patch that was handed to a shell: `["apply_patch", "*** Begin Patch ..."]`. */
function editsOf(args: unknown): NonNullable<ToolCall['edits']> {
  const { command, input, patch } = asObject(args)
  const [first, second] = asList(command)
  const text = first === 'apply_patch' ? asText(second) : (asText(input) ?? asText(patch))
  return text?.startsWith('*** Begin Patch') ? patchEdits(text) : []
}

function planSteps(args: unknown): Entry['steps'] | null {
  const steps = asList(asObject(args).plan).filter(isObject)
  return steps.length === 0
    ? null
    : steps.map(({ step, status }) => ({ text: asText(step) ?? '', status: asText(status) ?? '' }))
}
