import { cutText } from '../../../catalog/cut-text'
import { type Fields, listOf, textOf, timeOf } from '../../json-fields/fields'
import type { LineRecord } from '../../lines/line-record'
import { promptOf } from '../records/prompt'
import { operationOf } from '../records/record-kinds'

const mostPrompts = 100
const longestPrompt = 2000

/** What a list needs to know of a transcript, gathered record by record. */
export interface SummaryState {
  sessionId: string | null
  kind: string | null
  directory: string | null
  firstAt: number | null
  lastAt: number | null
  summary: string | null
  model: string | null
  firstPrompt: string | null
  prompts: { id: string; at: number; text: string }[]
  messages: number
  /** Tags under which the conversation was saved. */
  tags: string[]
  damaged: boolean
}

export function emptySummary(): SummaryState {
  return {
    sessionId: null,
    kind: null,
    directory: null,
    firstAt: null,
    lastAt: null,
    summary: null,
    model: null,
    firstPrompt: null,
    prompts: [],
    messages: 0,
    tags: [],
    damaged: false
  }
}

export function addRecord(state: SummaryState, record: LineRecord): void {
  if (record.kind === 'unreadable') {
    if (record.reason !== 'unfinished') state.damaged = true
    return
  }
  const operation = operationOf(record.value)
  if (operation.type === 'header') addHeader(state, operation.header)
  if (operation.type === 'message') addMessage(state, operation.id, operation.message)
}

/** Lines that change nothing of this: replies, except that the last ones name the model. */
export function isNoNews(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 160)
  return (
    /^\{"\$set":\{"lastUpdated":"[^"]*"\}\}/.test(head) ||
    /^\{"id":"[^"]*","timestamp":"[^"]*","type":"gemini"/.test(head)
  )
}

function addHeader(state: SummaryState, header: Fields): void {
  state.sessionId ??= textOf(header.sessionId)
  state.kind ??= textOf(header.kind)
  state.directory ??= textOf(listOf(header.directories)[0])
  state.summary = textOf(header.summary) || state.summary
  addTime(state, header.startTime)
  addTime(state, header.lastUpdated)
}

function addMessage(state: SummaryState, id: string, message: Fields): void {
  addTime(state, message.timestamp)
  state.messages += 1
  if (message.type === 'gemini') state.model = textOf(message.model) ?? state.model
  const tag = message.type === 'info' ? savedTag(message) : null
  if (tag !== null && !state.tags.includes(tag)) state.tags.push(tag)
  const prompt = promptOf(message)
  if (prompt === null || state.prompts.some((known) => known.id === id)) return
  // What a subagent is told besides its task comes from the program.
  if (state.kind === 'subagent' && state.firstPrompt !== null) return
  const text = cutText(prompt.text.trim() || 'A picture', longestPrompt)
  state.firstPrompt ??= text
  state.prompts.push({ id, at: timeOf(message.timestamp) ?? 0, text })
  if (state.prompts.length > mostPrompts) state.prompts.shift()
}

/** `/chat save` leaves a note with the tag, the only link between a session and what it saved. */
function savedTag(message: Fields): string | null {
  const match = /^Conversation checkpoint saved with tag: (.{1,300})\.$/s.exec(textOf(message.content) ?? '')
  return match?.[1] ?? null
}

function addTime(state: SummaryState, value: unknown): void {
  const at = timeOf(value)
  if (at === null) return
  state.firstAt = Math.min(state.firstAt ?? at, at)
  state.lastAt = Math.max(state.lastAt ?? at, at)
}
