import type { Entry, ToolCall, ToolStatus } from '@shared/domain/transcript'
import { type Fields, fieldsOf, listOf, textOf } from '../fields'
import { isShallow } from '../format/quick-fit'
import { resultText } from './display-text'
import { editsOf } from './edits-of'
import { imageInfo, imagesOf } from './images-of'
import { isFinal } from './lay-out'
import { type EntrySource, messageOf } from './make-entry'
import { type BlockPlace, blocksOf, type Slot } from './slots'

/** Beyond this, passing a value on could exhaust the call stack of whoever does it. */
const deepestArguments = 200

/** A tool call joined with its result, and with what the runs tell of it. */
export function makeCall(slot: Extract<Slot, { kind: 'call' }>, id: string, source: EntrySource): Entry {
  const call = blockAt(source.snapshot, slot.call)
  const result = slot.result === null ? null : blockAt(source.snapshot, slot.result)
  const callId = textOf(call.id)
  const times = source.times.call(callId, slot.call.message)
  const images = imagesOf(result?.content).map(imageInfo)
  const edits = editsOf(textOf(call.name), call.input)
  const subagent = subagentOf(slot.call, source)
  const tool: ToolCall = {
    name: textOf(call.name),
    status: statusOf(slot, result, source),
    arguments: isShallow(call.input, deepestArguments) ? (call.input ?? null) : 'Nested too deeply to be shown here.',
    result: result === null ? '' : resultText(result.content),
    durationMs: duration(times?.startedAt ?? null, times?.endedAt ?? null),
    callId,
    ...(times !== undefined && times.exitCode !== null && { exitCode: times.exitCode }),
    ...(edits.length > 0 && { edits }),
    ...(subagent !== null && { subagent })
  }
  const at = times?.startedAt ?? times?.endedAt ?? null
  return { id, kind: 'tool', at, text: '', tool, ...(images.length > 0 && { images }) }
}

function blockAt(snapshot: Fields, { message, block }: BlockPlace): Fields {
  return fieldsOf(blocksOf(messageOf(snapshot, message))[block])
}

/** A call without a result is running only while its run is; else it was cut off. */
function statusOf(slot: Extract<Slot, { kind: 'call' }>, result: Fields | null, source: EntrySource): ToolStatus {
  if (result !== null) return result.is_error === true ? 'failed' : 'ok'
  const run = source.layout.runAt.find(slot.call.message)
  return run !== null && !isFinal(listOf(source.snapshot.run_records)[run]) ? 'running' : 'cancelled'
}

function duration(from: number | null, to: number | null): number | null {
  return from === null || to === null || to < from ? null : to - from
}

function subagentOf({ message, block }: BlockPlace, { snapshot, layout }: EntrySource): ToolCall['subagent'] | null {
  const index = layout.taskOfCall.get(`${message}.${block}`)
  if (index === undefined) return null
  const task = fieldsOf(listOf(snapshot.subagent_tasks)[index])
  return { id: textOf(task.child_session_id) || null, name: textOf(task.agent) }
}
