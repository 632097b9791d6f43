import type { Entry, ToolCall } from '@shared/domain/transcript'
import { type Fields, fieldsOf, listOf, textOf } from '../reading/fields'
import { millisecondsOf } from '../reading/timestamp'
import { pausedText } from './paused-text'
import type { Slot } from './slots'

/** Stable within the session: the kind of record and its place. */
export function slotId(slot: Slot): string {
  switch (slot.kind) {
    case 'thinking':
      return `m${slot.message}.thinking`
    case 'call':
      return `c${slot.call}`
    case 'event':
      return `a${slot.event}`
    case 'paused':
      return 'paused'
    default:
      return `m${slot.message}`
  }
}

/** Makes the entry of a slot from a session's `state`. */
export function makeEntry(slot: Slot, state: Fields): Entry {
  const id = slotId(slot)
  switch (slot.kind) {
    case 'call':
      return toolEntry(id, null, fieldsOf(listOf(state.tool_calls)[slot.call]))
    case 'result': {
      const call = slot.call === null ? null : fieldsOf(listOf(state.tool_calls)[slot.call])
      return toolEntry(id, fieldsOf(listOf(state.messages)[slot.message]), call)
    }
    case 'event':
      return eventEntry(id, listOf(state.activity_log)[slot.event], slot.known)
    case 'paused': {
      const paused = fieldsOf(state.paused_execution)
      return {
        id,
        kind: 'notice',
        notice: 'interruption',
        at: millisecondsOf(paused.paused_at),
        text: pausedText(paused)
      }
    }
    default:
      return messageEntry(id, slot.kind, listOf(state.messages)[slot.message])
  }
}

function messageEntry(
  id: string,
  kind: 'user' | 'assistant' | 'thinking' | 'system' | 'strange',
  value: unknown
): Entry {
  const message = fieldsOf(value)
  const at = millisecondsOf(message.timestamp)
  const content = textOf(message.content)
  if (kind === 'thinking') return { id, kind, at, text: textOf(message.thinking) ?? '' }
  if (kind === 'system') return { id, kind: 'notice', notice: 'other', at, text: content ?? '' }
  if (kind === 'strange')
    return { id, kind: 'unrecognised', at, text: content ?? 'A message of a form that Reprise does not know.' }
  return { id, kind, at, text: content ?? '' }
}

function eventEntry(id: string, value: unknown, known: boolean): Entry {
  const event = fieldsOf(value)
  const at = millisecondsOf(event.timestamp)
  if (known) return { id, kind: 'notice', notice: 'other', at, text: textOf(event.payload) ?? '' }
  const type = textOf(event.event_type)
  return { id, kind: 'unrecognised', at, text: type ?? 'An activity of a form that Reprise does not know.' }
}

function toolEntry(id: string, message: Fields | null, call: Fields | null): Entry {
  const at = millisecondsOf(call?.timestamp) ?? millisecondsOf(message?.timestamp)
  return { id, kind: 'tool', at, text: '', tool: toolCall(message, call) }
}

function toolCall(message: Fields | null, call: Fields | null): ToolCall {
  const callId = textOf(call?.id) ?? textOf(message?.tool_call_id)
  const args = parsedArguments(call?.arguments)
  const edits = fileEdits(textOf(call?.name), args)
  return {
    name: textOf(call?.name) ?? 'unknown tool',
    status: call?.success === false ? 'failed' : 'ok',
    arguments: args,
    result: textOf(call?.result) ?? textOf(message?.content) ?? '',
    durationMs: typeof call?.duration_ms === 'number' ? call.duration_ms : null,
    ...(callId === null ? {} : { callId }),
    ...(edits === null ? {} : { edits })
  }
}

/** What is nested deeper is no argument of a tool, and would not survive being sent on. */
const deepestArguments = 100

/** Arguments are JSON inside a string; text that is none stays text. */
function parsedArguments(value: unknown): unknown {
  if (typeof value !== 'string') return isShallow(value, deepestArguments) ? (value ?? null) : null
  try {
    const parsed: unknown = JSON.parse(value)
    return isShallow(parsed, deepestArguments) ? parsed : value
  } catch {
    return value
  }
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1))
}

/** Names under which arguments give a replaced text and its replacement; the format does not fix them. */
const replacements = [
  ['old', 'new'],
  ['old_text', 'new_text'],
  ['old_string', 'new_string'],
  ['old_str', 'new_str']
] as const

/** What a call of the file tool writes, where its arguments say so: `edit` replaces a text, `write` gives all of it. */
function fileEdits(name: string | null, value: unknown): ToolCall['edits'] | null {
  const args = fieldsOf(value)
  const path = textOf(args.path)
  if (name !== 'file' || path === null) return null
  if (args.operation === 'write') return typeof args.content === 'string' ? [{ path, after: args.content }] : null
  for (const [old, next] of replacements) {
    const [before, after] = [textOf(args[old]), textOf(args[next])]
    if (after !== null) return [{ path, after, ...(before === null ? {} : { before }) }]
  }
  return null
}
