import { withoutHalf } from '../../../catalog/cut-text'
import { asName, asObject } from '../../json-access'
import type { Fold } from '../../lines/fold-file'
import { FoldedFiles } from '../../lines/fold-file'
import { promptOf } from '../records/content'
import { readHeader, type SessionHeader, timeOf } from '../records/session-header'

/** What a list needs of a session: plain data, added up record by record. */
export interface SessionSketch {
  header: SessionHeader | null
  first: string | null
  /** The last ones, with their time. */
  prompts: { at: number; text: string }[]
  name: string | null
  model: string | null
  effort: string | null
  updatedAt: number | null
  records: number
  unreadable: number
}

const mostPrompts = 100
const longestPrompt = 2000

const fold: Fold<SessionSketch> = {
  empty: () => ({
    header: null,
    first: null,
    prompts: [],
    name: null,
    model: null,
    effort: null,
    updatedAt: null,
    records: 0,
    unreadable: 0
  }),
  add: (sketch, record) => {
    if (record.kind === 'unreadable') {
      if (record.reason !== 'unfinished') sketch.unreadable += 1
      return
    }
    sketch.records += 1
    const entry = asObject(record.value)
    const at = timeOf(entry.timestamp)
    if (at !== null) sketch.updatedAt = Math.max(sketch.updatedAt ?? at, at)
    sketch.header ??= readHeader(entry)
    if (entry.type === 'message') addMessage(sketch, asObject(entry.message), at)
    else if (entry.type === 'session_info') sketch.name = asName(entry.name)
    else if (entry.type === 'model_change') sketch.model = asName(entry.modelId) ?? sketch.model
    else if (entry.type === 'thinking_level_change') sketch.effort = asName(entry.thinkingLevel) ?? sketch.effort
  }
}

/** Session files as lists show them; a file that has grown is read from where the last look ended. */
export const sketches = new FoldedFiles(fold)

function addMessage(sketch: SessionSketch, message: Readonly<Record<string, unknown>>, at: number | null): void {
  if (message.role === 'assistant') sketch.model = asName(message.model) ?? sketch.model
  if (message.role !== 'user') return
  const text = withoutHalf(promptOf(message.content).slice(0, longestPrompt))
  if (text.trim() === '') return
  // A fork begins with copies of what was asked in its parent.
  const startedAt = sketch.header?.parent ? (sketch.header.startedAt ?? 0) : 0
  sketch.first ??= text
  if (at !== null && at >= startedAt) sketch.prompts = [...sketch.prompts, { at, text }].slice(-mostPrompts)
}
