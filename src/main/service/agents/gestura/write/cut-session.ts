import { fail } from '@shared/ipc/errors'
import { fieldsOf, isFields, listOf, textOf } from '../reading/fields'
import { parseTimestamp } from '../reading/timestamp'
import { slotId } from '../transcript/make-entry'
import { layOutSlots, type Slot } from '../transcript/slots'
import { JsonTextEdit } from './edit-json-text'

/** A session text that ends with an entry. */
export interface CutSession {
  readonly text: string
  readonly messagesBefore: number
  readonly messages: number
  /** What the cut leaves out beside messages, in words. */
  readonly also: readonly string[]
}

/** Lists of the working memory whose items carry the time when they were made. */
const memoryLists = ['resources', 'findings', 'decisions', 'blockers', 'timeline']
/** What of it describes the end of the conversation and has no time. */
const memoryTexts = ['summary', 'next_actions', 'open_questions', 'active_task_id']

/**
 * The session up to an entry, that entry included. The conversation is a list of messages, so it can end after any of them; what came
 * later goes with it: calls, activity, working memory, a paused turn and the cached context. Everything else stays byte for byte.
 */
export function cutSession(text: string, session: unknown, entryId: string): CutSession {
  const state = fieldsOf(fieldsOf(session).state)
  const messages = listOf(state.messages)
  const at = lastMessageOf(layOutSlots(state), entryId)
  const last = fieldsOf(messages[at])
  const end = parseTimestamp(textOf(last.timestamp) ?? '')?.nanoseconds ?? null
  const later = (record: unknown, key: string) => isLater(fieldsOf(record)[key], end)
  const edit = new JsonTextEdit(text)
  edit.filter(['state', 'messages'], (index) => index <= at)
  const kept = new Set(messages.slice(0, at + 1).map((message) => textOf(fieldsOf(message).tool_call_id)))
  const gone = new Set(messages.slice(at + 1).map((message) => textOf(fieldsOf(message).tool_call_id)))
  const calls = listOf(state.tool_calls)
  const callStays = (index: number) => {
    const id = textOf(fieldsOf(calls[index]).id)
    return kept.has(id) || (!gone.has(id) && !later(calls[index], 'timestamp'))
  }
  edit.filter(['state', 'tool_calls'], callStays)
  const events = listOf(state.activity_log)
  edit.filter(['state', 'activity_log'], (index) => !later(events[index], 'timestamp'))
  const memory = fieldsOf(state.working_memory)
  const changed = at + 1 < messages.length
  if (changed) forgetLater(edit, memory, later)
  const paused = isFields(state.paused_execution) && edit.replace(['state', 'paused_execution'], 'null')
  if (changed && typeof state.context_cache_key === 'string') edit.replace(['state', 'context_cache_key'], 'null')
  if (changed && typeof last.timestamp === 'string') edit.replace(['last_active'], JSON.stringify(last.timestamp))
  return {
    text: edit.result(),
    messagesBefore: messages.length,
    messages: at + 1,
    also: paused ? ['the paused turn'] : []
  }
}

function forgetLater(
  edit: JsonTextEdit,
  memory: ReturnType<typeof fieldsOf>,
  later: (record: unknown, key: string) => boolean
) {
  for (const name of memoryLists) {
    const items = listOf(memory[name])
    edit.filter(['state', 'working_memory', name], (index) => !later(items[index], 'created_at'))
  }
  for (const name of memoryTexts) {
    if (typeof memory[name] === 'string') edit.replace(['state', 'working_memory', name], 'null')
    else if (Array.isArray(memory[name])) edit.replace(['state', 'working_memory', name], '[]')
  }
}

function isLater(time: unknown, end: bigint | null): boolean {
  const at = parseTimestamp(textOf(time) ?? '')?.nanoseconds ?? null
  return end !== null && at !== null && at > end
}

/** The message that an entry is the end of. */
function lastMessageOf(slots: readonly Slot[], entryId: string): number {
  const index = slots.findIndex((slot) => slotId(slot) === entryId)
  const slot = slots[index]
  if (slot === undefined) return fail('not.found', 'The session has no such entry.', { data: { entry: entryId } })
  if (!('message' in slot)) {
    return fail('refused', 'This entry is no message of the conversation, so the session cannot end with it.', {
      advice: 'Choose the prompt, reply or tool result before it.'
    })
  }
  const next = slots[index + 1]
  if (slot.kind === 'thinking' && next !== undefined && 'message' in next && next.message === slot.message) {
    return fail('refused', 'This thinking and the reply after it are one record, which cannot be parted.', {
      advice: 'Choose the reply, or the entry before.'
    })
  }
  return slot.message
}
