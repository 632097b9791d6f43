import type { ToolCall } from '@shared/domain/transcript'
import { partsOf, responseText } from '../../google-content/parts'
import { editsOf, exitCodeOf, unwrapped } from '../../google-content/tool-facts'
import { type Fields, fieldsOf, numberOf, textOf } from '../../json-fields/fields'

export interface CallResult {
  /** The part with the response of this call. */
  readonly part: Fields
  /** The record that holds it. */
  readonly record: Fields
}

/** A call joined with its result, where there is one. Failures are those that the agent marks. */
export function toolCallOf(call: Fields, result: CallResult | null): ToolCall {
  const name = textOf(call.name) ?? 'unnamed tool'
  const callId = textOf(call.id)
  const about = fieldsOf(result?.record.toolCallResult)
  const display = fieldsOf(about.resultDisplay)
  const text = unwrapped(result === null ? '' : (responseText(result.part) ?? ''))
  const status = result === null ? 'running' : statusOf(about, result.part)
  const edits = editsOf(name, fieldsOf(call.args), display)
  const subagent = subagentOf(call, display)
  return {
    name,
    status,
    arguments: call.args ?? null,
    result: text || textOf(about.resultDisplay) || '',
    durationMs: numberOf(about.durationMs) ?? numberOf(fieldsOf(display.executionSummary).totalDurationMs),
    exitCode: numberOf(display.exitCode) ?? exitCodeOf(name, text, status === 'ok' || status === 'failed'),
    ...(callId !== null && { callId }),
    ...(edits.length > 0 && { edits }),
    ...(subagent !== null && { subagent })
  }
}

/** In the files of subagents no status is written; there the response says whether it is an error. */
function statusOf({ status }: Fields, part: Fields): ToolCall['status'] {
  if (status === 'cancelled' || status === 'canceled') return 'cancelled'
  if (typeof status === 'string') return status === 'error' ? 'failed' : 'ok'
  return fieldsOf(fieldsOf(part.functionResponse).response).error === undefined ? 'ok' : 'failed'
}

/** The file of a subagent is named by its kind and the call that started it. */
function subagentOf(call: Fields, display: Fields): ToolCall['subagent'] | null {
  const isStarted = display.type === 'task_execution'
  if (!isStarted && call.name !== 'agent' && call.name !== 'task') return null
  const name = textOf(display.subagentName) ?? textOf(fieldsOf(call.args).subagent_type) ?? 'subagent'
  const id = textOf(call.id)
  return { id: isStarted && id !== null ? `agent-${name}-${id}` : null, name }
}

/** Parts of a record that answer calls, each with the id of its call. */
export function responsesOf(record: Fields): readonly { readonly id: string; readonly part: Fields }[] {
  return partsOf(fieldsOf(record.message).parts).flatMap((part) => {
    const response = fieldsOf(part.functionResponse)
    const id = textOf(response.id) ?? textOf(fieldsOf(record.toolCallResult).callId)
    return part.functionResponse === undefined || id === null ? [] : [{ id, part }]
  })
}
