import { cutText } from '../../../catalog/cut-text'
import { type Fields, fieldsOf, textOf, timeOf } from '../../json-fields/fields'
import type { LineRecord } from '../../lines/line-record'
import { promptOf } from '../records/prompt'

const mostPrompts = 100
const longestPrompt = 2000

/** What a list needs to know of a transcript, gathered record by record. */
export interface SummaryState {
  firstAt: number | null
  lastAt: number | null
  cwds: string[]
  version: string | null
  model: string | null
  customTitle: string | null
  forkedFrom: string | null
  firstPrompt: string | null
  prompts: { at: number; text: string }[]
  turns: number
  /** Prompts for which the files were recorded. */
  snapshots: string[]
  damaged: boolean
}

export function emptySummary(): SummaryState {
  return {
    firstAt: null,
    lastAt: null,
    cwds: [],
    version: null,
    model: null,
    customTitle: null,
    forkedFrom: null,
    firstPrompt: null,
    prompts: [],
    turns: 0,
    snapshots: [],
    damaged: false
  }
}

/** Lines of telemetry, about half of all, told by their bytes. */
export function isNoNews(bytes: Buffer): boolean {
  return bytes.subarray(0, 700).includes('"subtype":"ui_telemetry"')
}

/** Lines that hold neither a prompt nor a divider, told by their bytes. */
export function isNoLandmark(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 700)
  return (
    /^\{"uuid":"[^"]*",[^{]*"type":"(?:assistant|tool_result)"/.test(head) || head.includes('"subtype":"ui_telemetry"')
  )
}

export function addRecord(state: SummaryState, record: LineRecord): void {
  if (record.kind === 'unreadable') {
    if (record.reason !== 'unfinished') state.damaged = true
    return
  }
  const fields = fieldsOf(record.value)
  addFacts(state, fields)
  if (fields.type === 'system') addSystem(state, fields)
  const prompt = promptOf(fields)
  if (prompt === null) return
  state.turns += 1
  const text = cutText(prompt.text.trim() || 'A picture', longestPrompt)
  state.firstPrompt ??= text
  state.prompts.push({ at: timeOf(fields.timestamp) ?? 0, text })
  if (state.prompts.length > mostPrompts) state.prompts.shift()
}

function addFacts(state: SummaryState, fields: Fields): void {
  const at = timeOf(fields.timestamp)
  if (at !== null) {
    state.firstAt = Math.min(state.firstAt ?? at, at)
    state.lastAt = Math.max(state.lastAt ?? at, at)
  }
  const cwd = textOf(fields.cwd)
  if (cwd !== null && cwd !== '' && !state.cwds.includes(cwd) && state.cwds.length < 50) state.cwds.push(cwd)
  state.version = textOf(fields.version) ?? state.version
  if (fields.type === 'assistant') state.model = textOf(fields.model) ?? state.model
  state.forkedFrom ??= textOf(fieldsOf(fields.forkedFrom).sessionId)
}

function addSystem(state: SummaryState, fields: Fields): void {
  const payload = fieldsOf(fields.systemPayload)
  if (fields.subtype === 'custom_title') state.customTitle = textOf(payload.customTitle) || state.customTitle
  if (fields.subtype !== 'file_history_snapshot' || !Array.isArray(payload.snapshots)) return
  for (const snapshot of payload.snapshots) {
    const id = textOf(fieldsOf(snapshot).promptId)
    if (id !== null && !state.snapshots.includes(id)) state.snapshots.push(id)
  }
}
