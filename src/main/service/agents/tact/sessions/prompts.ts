import { integer, type ReadDatabase, type SqlRow, text } from '../database/read-database'
import type { SessionPrompts } from './summary'

const mostPrompts = 100
const longestPrompt = 64_000
const filterLength = 4000

export const nonePrompted: SessionPrompts = { prompts: [], promptText: '' }

/** Newest first; the index over prompts gives this order without sorting (behaviour 4). */
const promptsSql = `SELECT session_id, prompt_recorded_at_ms AS at, substr(prompt_text, 1, ${longestPrompt}) AS prompt
  FROM events WHERE prompt_text IS NOT NULL
  ORDER BY prompt_recorded_at_ms DESC, event_id DESC`

/** The prompts of every session, from the prompt columns alone: no record is parsed. */
export function readAllPrompts(database: ReadDatabase): ReadonlyMap<string, SessionPrompts> {
  const newestFirst = new Map<string, { at: number; text: string }[]>()
  for (const row of database.all(promptsSql)) {
    const session = text(row.session_id) ?? ''
    let prompts = newestFirst.get(session)
    if (!prompts) {
      prompts = []
      newestFirst.set(session, prompts)
    }
    if (prompts.length < mostPrompts) prompts.push(promptOf(row))
  }
  return new Map([...newestFirst].map(([session, prompts]) => [session, sessionPrompts(prompts.reverse())]))
}

function promptOf(row: SqlRow): { at: number; text: string } {
  return { at: integer(row.at) ?? 0, text: text(row.prompt) ?? '' }
}

function sessionPrompts(prompts: readonly { at: number; text: string }[]): SessionPrompts {
  let promptText = ''
  for (const prompt of prompts) {
    if (promptText.length >= filterLength) break
    promptText += `${promptText === '' ? '' : '\n'}${prompt.text}`
  }
  return { prompts, promptText: promptText.slice(0, filterLength) }
}
