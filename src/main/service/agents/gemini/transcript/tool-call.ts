import type { ToolCall } from '@shared/domain/transcript'
import { imageParts, partsOf, responseText } from '../../google-content/parts'
import { argumentsOf, editsOf, exitCodeOf, unwrapped } from '../../google-content/tool-facts'
import { type Fields, fieldsOf, listOf, textOf } from '../../json-fields/fields'

const ended: Readonly<Record<string, ToolCall['status']>> = {
  success: 'ok',
  error: 'failed',
  cancelled: 'cancelled',
  canceled: 'cancelled'
}

/** A call with its result, both in the reply that made it. Failures are those that the agent marks. */
export function toolCallOf(call: Fields, isLive: boolean): ToolCall {
  const name = textOf(call.name) ?? 'unnamed tool'
  const callId = textOf(call.id)
  const display = fieldsOf(call.resultDisplay)
  const said = listOf(call.result)
    .map(fieldsOf)
    .map(responseText)
    .filter((text) => text !== null)
  const forModel = unwrapped(said.join('\n') || textOf(call.result) || '')
  const status = ended[textOf(call.status) ?? ''] ?? (isLive ? 'running' : 'cancelled')
  const edits = editsOf(name, argumentsOf(call) === null ? {} : fieldsOf(argumentsOf(call)), display)
  const subagent = subagentOf(call, display)
  return {
    name,
    status,
    arguments: argumentsOf(call),
    result: forModel || textOf(call.resultDisplay) || '',
    durationMs: null,
    exitCode: exitCodeOf(name, forModel, status === 'ok' || status === 'failed'),
    ...(callId !== null && { callId }),
    ...(edits.length > 0 && { edits }),
    ...(subagent !== null && { subagent })
  }
}

export function imagesOfCall(call: Fields): readonly Fields[] {
  return imageParts(partsOf(call.result))
}

function subagentOf(call: Fields, display: Fields): ToolCall['subagent'] | null {
  const id = textOf(call.agentId)
  if (id === null && call.name !== 'invoke_agent' && display.isSubagentProgress !== true) return null
  const args = fieldsOf(argumentsOf(call))
  return { id, name: textOf(args.agent_name) ?? textOf(display.agentName) ?? 'subagent' }
}
