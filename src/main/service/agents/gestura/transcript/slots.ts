import { type Fields, fieldsOf, isFields, listOf, textOf } from '../reading/fields'
import { parseTimestamp } from '../reading/timestamp'

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
  for (const [index, message] of messages.entries()) addSlots(slots, message, index, calls)
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

function addSlots(slots: Slot[], value: unknown, message: number, calls: CallQueue): void {
  const fields = fieldsOf(value)
  const role = textOf(fields.role)
  if (role === null || textOf(fields.content) === null) slots.push({ kind: 'strange', message })
  else if (role === 'user') slots.push({ kind: fields.source === 'system' ? 'system' : 'user', message })
  else if (role === 'system') slots.push({ kind: 'system', message })
  else if (role === 'tool') slots.push({ kind: 'result', message, call: calls.take(textOf(fields.tool_call_id)) })
  else if (role !== 'assistant') slots.push({ kind: 'strange', message })
  else {
    const thinking = hasThinking(fields)
    if (thinking) slots.push({ kind: 'thinking', message })
    if (!thinking || fields.content !== '') slots.push({ kind: 'assistant', message })
  }
}

function hasThinking(message: Fields): boolean {
  return typeof message.thinking === 'string' && message.thinking.trim() !== ''
}

/** Calls by id, each taken once; of several with one id the earliest goes first. */
class CallQueue {
  private readonly calls: readonly unknown[]
  private readonly taken: boolean[]
  /** As long as results come in the order of their calls, all before this one are taken, and no map is needed. */
  private next = 0
  /** First call of an id that nobody took, or all that are left where there are several. */
  private byId: Map<string, number | number[]> | null = null

  constructor(calls: readonly unknown[]) {
    this.calls = calls
    this.taken = new Array<boolean>(calls.length).fill(false)
  }

  take(id: string | null): number | null {
    const call = id === null ? null : (this.takeNext(id) ?? this.takeAny(id))
    if (call !== null) this.taken[call] = true
    return call
  }

  private takeNext(id: string): number | null {
    if (this.byId !== null || textOf(fieldsOf(this.calls[this.next]).id) !== id) return null
    this.next += 1
    return this.next - 1
  }

  private takeAny(id: string): number | null {
    this.byId ??= this.indexed()
    const same = this.byId.get(id)
    if (typeof same === 'object') return same.shift() ?? null
    this.byId.delete(id)
    return same ?? null
  }

  private indexed(): Map<string, number | number[]> {
    const byId = new Map<string, number | number[]>()
    for (let index = this.next; index < this.calls.length; index += 1) {
      const id = textOf(fieldsOf(this.calls[index]).id)
      if (id === null) continue
      const same = byId.get(id)
      if (same === undefined) byId.set(id, index)
      else if (typeof same === 'number') byId.set(id, [same, index])
      else same.push(index)
    }
    return byId
  }

  isTaken(call: number): boolean {
    return this.taken[call] === true
  }
}

interface Loose {
  readonly slot: Slot
  readonly at: bigint | null
}

function looseCalls(queue: CallQueue, calls: readonly unknown[]): readonly Loose[] {
  const loose: Loose[] = []
  for (const [index, call] of calls.entries()) {
    if (!queue.isTaken(index)) loose.push({ slot: { kind: 'call', call: index }, at: timeOf(call) })
  }
  return loose
}

function looseEvents(events: readonly unknown[]): readonly Loose[] {
  const loose: Loose[] = []
  for (const [index, event] of events.entries()) {
    const role = roleOfEvent(event)
    if (role !== 'repeats')
      loose.push({ slot: { kind: 'event', event: index, known: role === 'narrates' }, at: timeOf(event) })
  }
  return loose
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
