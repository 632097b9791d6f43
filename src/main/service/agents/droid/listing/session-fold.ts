import { addPrompt, type RecentPrompts } from '../../file-store/recent-prompts'
import { type Fields, fieldsOf, textOf, timeOf } from '../../json-fields/fields'
import { type Fold, FoldedFiles } from '../../lines/fold-file'
import { promptOf } from '../records/prompt'
import { readStart, type SessionStart } from '../records/session-start'

/** What a list needs of a session: plain data, added up record by record. */
export interface SessionSketch {
  start: SessionStart | null
  /** Whether what a fork took over is behind. */
  isOwn: boolean
  inheritedPrompt: string | null
  prompts: RecentPrompts
  model: string | null
  startedAt: number | null
  updatedAt: number | null
  records: number
  unreadable: number
}

const fold: Fold<SessionSketch> = {
  empty: () => ({
    start: null,
    isOwn: true,
    inheritedPrompt: null,
    prompts: [],
    model: null,
    startedAt: null,
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
    const fields = fieldsOf(record.value)
    const start = sketch.start === null ? readStart(fields) : null
    if (start === null) addRecord(sketch, fields)
    else {
      sketch.start = start
      sketch.isOwn = start.forkedAt === null
    }
  }
}

/** Session files as lists show them; a file that has grown is read from where the last look ended. */
export const sketches = new FoldedFiles(fold)

function addRecord(sketch: SessionSketch, fields: Fields): void {
  const at = timeOf(fields.timestamp)
  const prompt = promptOf(fields)
  if (at !== null) {
    if (sketch.isOwn) sketch.startedAt ??= at
    sketch.updatedAt = Math.max(sketch.updatedAt ?? at, at)
  }
  if (prompt !== null && sketch.isOwn) addPrompt(sketch.prompts, at, prompt.text)
  else if (prompt !== null) sketch.inheritedPrompt ??= prompt.text
  sketch.model = textOf(fieldsOf(fields.message).modelId) ?? sketch.model
  if (textOf(fields.id) === sketch.start?.forkedAt) sketch.isOwn = true
}
