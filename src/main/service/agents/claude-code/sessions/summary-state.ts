import { cutText } from '../../../catalog/cut-text'
import { type Fields, fieldsOf, textOf, timeOf } from '../../json-fields/fields'
import type { LineRecord } from '../../lines/line-record'
import { promptOf } from '../records/prompt'

const mostPrompts = 100
const longestPrompt = 2000
/** No line is passed over there (`fold-file.ts`), so that two files which begin alike say so. */
const beginningBytes = 16 * 1024

/** What a list needs to know of a transcript, gathered record by record. */
export interface SummaryState {
  firstAt: number | null
  lastAt: number | null
  /** Time of the first record that is not part of the conversation: when the file itself was begun. */
  begunAt: number | null
  firstPrompt: string | null
  prompts: { at: number; text: string }[]
  customTitle: string | null
  agentName: string | null
  madeTitle: string | null
  /** Summaries with the record that each is of. */
  summaries: { leaf: string; text: string }[]
  cwds: string[]
  model: string | null
  effort: string | null
  permissionMode: string | null
  version: string | null
  sessionId: string | null
  forkedFrom: string | null
  /** The record that the conversation begins with, which a fork shares; null where none stands at the very beginning of the file. */
  firstUuid: string | null
  uuids: string[]
  turns: number
  damaged: boolean
  snapshots: string[]
}

export function emptySummary(): SummaryState {
  return {
    firstAt: null,
    lastAt: null,
    begunAt: null,
    firstPrompt: null,
    prompts: [],
    customTitle: null,
    agentName: null,
    madeTitle: null,
    summaries: [],
    cwds: [],
    model: null,
    effort: null,
    permissionMode: null,
    version: null,
    sessionId: null,
    forkedFrom: null,
    firstUuid: null,
    uuids: [],
    turns: 0,
    damaged: false,
    snapshots: []
  }
}

export function addRecord(state: SummaryState, record: LineRecord, isSubagent: boolean): void {
  if (record.kind === 'unreadable') {
    if (record.reason !== 'unfinished') state.damaged = true
    return
  }
  const fields = fieldsOf(record.value)
  addTimes(state, fields)
  addTitles(state, fields)
  addFacts(state, fields, record.from)
  if (fields.type === 'file-history-snapshot') addSnapshot(state, textOf(fields.messageId))
  if (fields.isSidechain === true && !isSubagent) return
  addPrompt(state, fields)
  if (fields.type !== 'assistant') return
  const model = textOf(fieldsOf(fields.message).model)
  if (model !== null && model !== '<synthetic>') state.model = model
  state.effort = textOf(fields.effort) ?? state.effort
}

function addTimes(state: SummaryState, fields: Fields): void {
  const at = timeOf(fields.timestamp)
  if (at === null) return
  state.firstAt = Math.min(state.firstAt ?? at, at)
  state.lastAt = Math.max(state.lastAt ?? at, at)
  if (fields.type === 'queue-operation') state.begunAt ??= at
}

function addTitles(state: SummaryState, fields: Fields): void {
  // Repeated at every start; the last one is the one that the person gave last.
  if (fields.type === 'custom-title') state.customTitle = textOf(fields.customTitle) || state.customTitle
  if (fields.type === 'agent-name') state.agentName = textOf(fields.agentName) || state.agentName
  if (fields.type === 'ai-title') state.madeTitle = textOf(fields.aiTitle) || state.madeTitle
  if (fields.type !== 'summary') return
  // Earlier versions wrote summaries of other sessions into a file; only one of a record here is its own.
  const leaf = textOf(fields.leafUuid)
  const text = textOf(fields.summary)
  if (leaf !== null && text !== null && text !== '') state.summaries = [...state.summaries.slice(-19), { leaf, text }]
}

function addFacts(state: SummaryState, fields: Fields, from: number): void {
  const cwd = textOf(fields.cwd)
  if (cwd !== null && cwd !== '' && !state.cwds.includes(cwd) && state.cwds.length < 50) state.cwds.push(cwd)
  state.version = textOf(fields.version) ?? state.version
  state.permissionMode = textOf(fields.permissionMode) ?? state.permissionMode
  state.sessionId ??= textOf(fields.sessionId)
  state.forkedFrom ??= textOf(fieldsOf(fields.forkedFrom).sessionId)
  const uuid = textOf(fields.uuid)
  if (uuid === null) return
  if (from < beginningBytes && state.uuids.length === 0) state.firstUuid = uuid
  // As many as a fork or a summary may be recognised by.
  if (state.uuids.length >= 400) state.uuids.shift()
  state.uuids.push(uuid)
}

function addSnapshot(state: SummaryState, messageId: string | null): void {
  if (messageId !== null && !state.snapshots.includes(messageId)) state.snapshots.push(messageId)
}

function addPrompt(state: SummaryState, fields: Fields): void {
  const prompt = promptOf(fields)
  if (prompt === null) return
  state.turns += 1
  const text = cutText(prompt.text.trim() || 'A picture', longestPrompt)
  state.firstPrompt ??= text
  state.prompts.push({ at: timeOf(fields.timestamp) ?? 0, text })
  if (state.prompts.length > mostPrompts) state.prompts.shift()
}
