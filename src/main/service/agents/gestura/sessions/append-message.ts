import { randomUUID } from 'node:crypto'
import { fromPlain, type JsonObject, type JsonValue } from '../../../json/json-value'
import { listIn, objectIn, textIn, withMember } from '../reading/change-object'
import { headedLists } from './headed-lists'
import { openBlocker, remember, resolveBlockers } from './working-memory'

/** What can be added to a conversation. `at` is the time as the agent prints it. */
export type Addition =
  | { readonly kind: 'user'; readonly content: string; readonly source: 'text' | 'voice'; readonly at: string }
  | { readonly kind: 'assistant'; readonly content: string; readonly thinking?: string; readonly at: string }
  | { readonly kind: 'tool'; readonly content: string; readonly callId: string; readonly at: string }
  | {
      readonly kind: 'call'
      readonly id: string
      readonly name: string
      readonly arguments: string
      readonly result: string
      readonly success: boolean
      readonly durationMs: number
      readonly at: string
    }

const placeholders = new Set(['New Session', 'New Chat'])
const longestTitle = 80
const longestSummary = 400

/**
 * The session with something added, as the agent itself would add it (format page, sections 5.3, 5.4 and 5.7): the message or call, the
 * activity event of a user's message, the working memory, the time of the last activity, and the title of the first message.
 */
export function append(session: JsonObject, addition: Addition): JsonObject {
  const state = objectIn(session, 'state')
  const memory = remembered(objectIn(state, 'working_memory'), addition)
  const changed = withMember(added(state, addition), 'working_memory', memory)
  const titled = addition.kind === 'user' ? withTitle(session, addition.content) : session
  return withMember(withMember(titled, 'state', changed), 'last_active', addition.at)
}

function added(state: JsonObject, addition: Addition): JsonObject {
  if (addition.kind === 'call') {
    const { id, name, result, success, durationMs, at } = addition
    const call = { id, name, arguments: addition.arguments, result, success, duration_ms: durationMs, timestamp: at }
    return pushed(state, 'tool_calls', call)
  }
  const { kind: role, content, at } = addition
  if (addition.kind === 'user') {
    const { source } = addition
    const event = { event_type: 'session-user-message', payload: { content, source }, timestamp: at }
    return pushed(pushed(state, 'messages', { role, content, timestamp: at, source }), 'activity_log', event)
  }
  const more = addition.kind === 'tool' ? { tool_call_id: addition.callId } : thinkingOf(addition.thinking)
  return pushed(state, 'messages', { role, content, ...more, timestamp: at, source: 'system' })
}

const thinkingOf = (thinking: string | undefined) => (thinking === undefined ? {} : { thinking })

function pushed(state: JsonObject, list: string, value: object): JsonObject {
  const all: readonly JsonValue[] = [...listIn(state, list), fromPlain(value)]
  return withMember(state, list, all)
}

function remembered(memory: JsonObject, addition: Addition): JsonObject {
  const { at } = addition
  switch (addition.kind) {
    case 'user':
      return inTimeline(memory, 'user_goal', addition.content, at)
    case 'assistant':
      return withLists(
        inTimeline(withMember(memory, 'summary', short(addition.content)), 'assistant_summary', addition.content, at),
        addition.content,
        at
      )
    case 'tool':
      return inTimeline(memory, 'tool_insight', addition.content, at, addition.callId)
    case 'call': {
      const { id, name, success, result } = addition
      const value = short(success ? result : addition.arguments)
      const resource = { id: randomUUID(), kind: 'tool_call', label: name, value, source: name, tool_call_id: id }
      const kept = remember(memory, 'resources', [{ ...resource, created_at: at, updated_at: at }])
      return success ? resolveBlockers(kept, name, at) : openBlocker(kept, randomUUID(), name, short(result), at)
    }
  }
}

function inTimeline(memory: JsonObject, kind: string, text: string, at: string, callId?: string): JsonObject {
  const entry = {
    id: randomUUID(),
    kind,
    summary: short(text),
    ...(callId && { tool_call_id: callId }),
    created_at: at
  }
  return remember(memory, 'timeline', [entry])
}

function withLists(memory: JsonObject, text: string, at: string): JsonObject {
  const lists = headedLists(text)
  const times = { created_at: at, updated_at: at }
  const decisions = lists.decisions.map((summary) => ({ id: randomUUID(), summary, ...times }))
  const blockers = lists.blockers.map((summary) => ({ id: randomUUID(), summary, status: 'open', ...times }))
  const findings = lists.findings.map((claim) => ({
    ...{ id: randomUUID(), claim, source: 'assistant_summary', confidence: 0.76, ...times }
  }))
  let changed = remember(memory, 'decisions', decisions)
  changed = remember(changed, 'blockers', blockers)
  changed = remember(changed, 'findings', findings)
  changed = remember(changed, 'next_actions', lists.next_actions)
  return remember(changed, 'open_questions', lists.open_questions)
}

function short(text: string): string {
  return [...text.trim()].slice(0, longestSummary).join('')
}

function withTitle(session: JsonObject, content: string): JsonObject {
  if (!placeholders.has(textIn(session, 'title') ?? '')) return session
  const line = [...(content.split('\n')[0]?.trim() ?? '')].slice(0, longestTitle).join('')
  return line === '' ? session : withMember(session, 'title', line)
}
