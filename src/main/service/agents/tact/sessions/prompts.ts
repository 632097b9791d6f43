import { integer, type ReadDatabase, text } from '../../foreign-sqlite/read-database'
import type { SessionPrompts } from './summary'

export interface PromptText {
  readonly at: number
  readonly text: string
}

/** Prompts by session, oldest first, at most the newest 100 of each. */
export type PromptsBySession = ReadonlyMap<string, readonly PromptText[]>

/** How many events have a prompt, and the sum of their numbers: rows that were put back where others went are told by it. */
export interface PromptRows {
  readonly rows: number
  readonly ids: number
}

const mostPrompts = 100
const longestPrompt = 64_000
const filterLength = 4000

export const nonePrompted: SessionPrompts = { prompts: [], promptText: '' }

/** The prompts of every session from an event on, from the prompt columns alone: no record is parsed. */
export function readPrompts(database: ReadDatabase, from: number): PromptRows & { readonly prompts: PromptsBySession } {
  // Newest first, as the index has them; the other order would make SQLite go through all events.
  const found = database.all(
    `SELECT event_id, session_id, prompt_recorded_at_ms AS at, substr(prompt_text, 1, ${longestPrompt}) AS prompt
     FROM events INDEXED BY recent_prompts WHERE prompt_text IS NOT NULL AND event_id >= ?
     ORDER BY prompt_recorded_at_ms DESC, event_id DESC`,
    from
  )
  const prompts = new Map<string, PromptText[]>()
  for (const row of found.toReversed()) {
    const session = text(row.session_id) ?? ''
    const own = prompts.get(session) ?? []
    if (own.length === 0) prompts.set(session, own)
    own.push({ at: integer(row.at) ?? 0, text: text(row.prompt) ?? '' })
  }
  const ids = found.reduce((sum, row) => sum + (integer(row.event_id) ?? 0), 0)
  return { rows: found.length, ids, prompts: joinPrompts(new Map(), prompts) }
}

/** Adds later prompts. The order is that of their times, and of the events where those agree (behaviour 4). */
export function joinPrompts(before: PromptsBySession, later: PromptsBySession): PromptsBySession {
  const joined = new Map(before)
  for (const [session, prompts] of later) {
    const all = [...(before.get(session) ?? []), ...prompts].sort((a, b) => a.at - b.at)
    joined.set(session, all.slice(-mostPrompts))
  }
  return joined
}

export function countPrompts(database: ReadDatabase): PromptRows {
  const row = database.get(
    'SELECT count(*) AS n, total(event_id) AS ids FROM events INDEXED BY recent_prompts WHERE prompt_text IS NOT NULL'
  )
  return { rows: integer(row?.n) ?? 0, ids: integer(row?.ids) ?? 0 }
}

export function summarisePrompts(prompts: readonly PromptText[]): SessionPrompts {
  let promptText = ''
  for (const prompt of prompts) {
    if (promptText.length >= filterLength) break
    promptText += `${promptText === '' ? '' : '\n'}${prompt.text}`
  }
  return { prompts, promptText: promptText.slice(0, filterLength) }
}
