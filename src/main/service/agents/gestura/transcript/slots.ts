import { type Fields, fieldsOf, isFields, listOf, textOf } from '../fields'
import { parseTimestamp } from '../timestamp'

/**
 * One entry of the transcript before it is made: which native records it stands for. Slots are small, so a session of any size
 * can be laid out at once, and entries are made only for the page that is asked for.
 */
export type Slot =
  | { readonly kind: 'user' | 'assistant' | 'thinking' | 'system' | 'strange'; readonly message: number }
  /** A tool message with its call; `call` is null when no call of that id is left. */
  | { readonly kind: 'result'; readonly message: number; readonly call: number | null }
  /** A call that no tool message belongs to. */
  | { readonly kind: 'call'; readonly call: number }
  | { readonly kind: 'event'; readonly event: number; readonly known: boolean }
  | { readonly kind: 'paused' }

/** Records of the activity log that only repeat what messages and calls say. */
const repeating = new Set([
  'session-user-message',
  'agent-stream-chunk',
  'agent-stream-tool-result',
  'agent-stream-task-state'
])
/** Text that stands nowhere else. */
const narrating = 'agent-stream-narration'

/** Lays out the transcript of a session's `state`. */
export function layOutSlots(state: Fields): readonly Slot[] {
  const messages = listOf(state.messages)
  const calls = new CallQueue(listOf(state.tool_calls))
  const slots: Slot[] = []
  for (const [index, message] of messages.entries()) slots.push(...slotsOfMessage(message, index, calls))
  const loose = [...looseCalls(calls, listOf(state.tool_calls)), ...looseEvents(listOf(state.activity_log))]
  const merged = loose.length === 0 ? slots : mergeByTime(slots, loose, messages)
  return isFields(state.paused_execution) ? [...merged, { kind: 'paused' }] : merged
}

/** Whether an event of the activity log has an entry of its own, and whether its kind is known. */
export function roleOfEvent(event: unknown): 'repeats' | 'narrates' | 'strange' {
  const type = textOf(fieldsOf(event).event_type)
  if (type !== null && repeating.has(type)) return 'repeats'
  return type === narrating && textOf(fieldsOf(event).payload) !== null ? 'narrates' : 'strange'
}

function slotsOfMessage(value: unknown, message: number, calls: CallQueue): readonly Slot[] {
  const fields = fieldsOf(value)
  const role = textOf(fields.role)
  if (role === null || textOf(fields.content) === null) return [{ kind: 'strange', message }]
  if (role === 'user') return [{ kind: fields.source === 'system' ? 'system' : 'user', message }]
  if (role === 'system') return [{ kind: 'system', message }]
  if (role === 'tool') return [{ kind: 'result', message, call: calls.take(textOf(fields.tool_call_id)) }]
  if (role !== 'assistant') return [{ kind: 'strange', message }]
  const thinking: Slot = { kind: 'thinking', message }
  if (!hasThinking(fields)) return [{ kind: 'assistant', message }]
  return fields.content === '' ? [thinking] : [thinking, { kind: 'assistant', message }]
}

function hasThinking(message: Fields): boolean {
  return typeof message.thinking === 'string' && message.thinking.trim() !== ''
}

/** Calls by id, each taken once; of several with one id the earliest goes first. */
class CallQueue {
  private readonly byId = new Map<string, number[]>()
  private readonly taken = new Set<number>()

  constructor(calls: readonly unknown[]) {
    calls.forEach((call, index) => {
      const id = textOf(fieldsOf(call).id)
      if (id === null) return
      const same = this.byId.get(id)
      if (same === undefined) this.byId.set(id, [index])
      else same.push(index)
    })
  }

  take(id: string | null): number | null {
    const call = id === null ? undefined : this.byId.get(id)?.shift()
    if (call === undefined) return null
    this.taken.add(call)
    return call
  }

  isTaken(call: number): boolean {
    return this.taken.has(call)
  }
}

interface Loose {
  readonly slot: Slot
  readonly at: bigint | null
}

function looseCalls(queue: CallQueue, calls: readonly unknown[]): readonly Loose[] {
  return calls.flatMap((call, index) =>
    queue.isTaken(index) ? [] : [{ slot: { kind: 'call' as const, call: index }, at: timeOf(call) }]
  )
}

function looseEvents(events: readonly unknown[]): readonly Loose[] {
  return events.flatMap((event, index) => {
    const role = roleOfEvent(event)
    if (role === 'repeats') return []
    return [{ slot: { kind: 'event' as const, event: index, known: role === 'narrates' }, at: timeOf(event) }]
  })
}

/** Puts each loose slot before the first message that is later; what has no time comes last. */
function mergeByTime(slots: readonly Slot[], loose: readonly Loose[], messages: readonly unknown[]): readonly Slot[] {
  const waiting = [...loose].sort((a, b) => compareTimes(a.at, b.at))
  const merged: Slot[] = []
  let next = 0
  for (const slot of slots) {
    const at = 'message' in slot ? timeOf(messages[slot.message]) : null
    for (let first = waiting[next]; first?.at != null && at !== null && first.at < at; first = waiting[next]) {
      merged.push(first.slot)
      next += 1
    }
    merged.push(slot)
  }
  return [...merged, ...waiting.slice(next).map((each) => each.slot)]
}

function compareTimes(a: bigint | null, b: bigint | null): number {
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0)
  return a < b ? -1 : a > b ? 1 : 0
}

function timeOf(record: unknown): bigint | null {
  const text = textOf(fieldsOf(record).timestamp)
  return text === null ? null : (parseTimestamp(text)?.nanoseconds ?? null)
}
