import type { OutlineItem } from '@shared/domain/transcript'
import { integer, type ReadDatabase, text } from '../../foreign-sqlite/read-database'
import { unlessDamaged } from '../../foreign-sqlite/unless-damaged'
import { firstEventId } from '../database/rows'
import { formatCursor } from './cursor'
import type { LineagePart } from './lineage'

const longestText = 500

/** Prompts of all parts and the places where they were forked, from the prompt columns: no record is parsed. */
export function readOutline(database: ReadDatabase, parts: readonly LineagePart[]): readonly OutlineItem[] {
  return parts.flatMap((part, index) => {
    const fork = index === 0 ? [] : forkOf(database, part, index, parts[index - 1]?.session ?? '')
    return [...fork, ...unlessDamaged([], () => promptsOf(database, part, index))]
  })
}

function promptsOf(database: ReadDatabase, part: LineagePart, index: number): OutlineItem[] {
  const rows = database.all(
    `SELECT event_id, prompt_recorded_at_ms AS at, substr(prompt_text, 1, ${longestText}) AS prompt
     FROM events INDEXED BY ${cheaperIndex(database, part.session)}
     WHERE session_id = ? AND event_id <= ? AND prompt_text IS NOT NULL ORDER BY event_id`,
    part.session,
    part.shownThrough
  )
  return rows.map((row) => {
    const eventId = integer(row.event_id) ?? 0
    return {
      entry: `e${eventId}`,
      cursor: formatCursor({ part: index, eventId }),
      at: integer(row.at),
      text: text(row.prompt) ?? '',
      kind: 'prompt'
    }
  })
}

/** Either all prompts of the store are looked at for those of the session, or all rows of the session for its prompts. */
function cheaperIndex(database: ReadDatabase, session: string): 'recent_prompts' | 'events_by_session' {
  const prompts = database.get(
    'SELECT count(*) AS n FROM events INDEXED BY recent_prompts WHERE prompt_text IS NOT NULL'
  )
  const most = integer(prompts?.n) ?? 0
  const rows = database.get(
    `SELECT count(*) AS n FROM
       (SELECT 1 FROM events INDEXED BY events_by_session WHERE session_id = ? LIMIT ?)`,
    session,
    most + 1
  )
  return (integer(rows?.n) ?? 0) > most ? 'recent_prompts' : 'events_by_session'
}

/** The divider stands at the fork's first record. */
function forkOf(database: ReadDatabase, part: LineagePart, index: number, parent: string): OutlineItem[] {
  const eventId = firstEventId(database, part.session)
  if (eventId === null) return []
  const cursor = formatCursor({ part: index, eventId })
  return [{ entry: `e${eventId}`, cursor, at: null, text: `Forked from @@${parent}`, kind: 'notice' }]
}
