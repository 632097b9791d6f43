import { fail } from '@shared/ipc/errors'
import { integer, type ReadDatabase, text } from '../../foreign-sqlite/read-database'

/** What is looked for (format page, section 6.4). */
export interface FindSessions {
  /** A session that is left out: the one that asks. */
  readonly exclude: string
  /** 1 to 16 of 1 to 256 bytes each; one of them has to occur in the preview or in a prompt, whatever the case of its ASCII letters. */
  readonly patterns: readonly string[]
  /** Exactly as it is stored; null for all. */
  readonly workspace: string | null
  readonly cursor: SessionCursor | null
}

export interface SessionCursor {
  readonly updatedAt: number
  readonly id: string
}

export interface FoundSessions {
  readonly ids: readonly string[]
  /** Where to go on; a page without ids can have one. */
  readonly next: SessionCursor | null
}

const pageSize = 30

/**
 * Sessions by recency, as tact lets its model find them: so many candidates are taken first and looked through afterwards, so a page may be
 * empty and not the last. Throws `bad.input` for patterns that tact would not take.
 */
export function findSessions(database: ReadDatabase, wish: FindSessions): FoundSessions {
  checkPatterns(wish)
  const { exclude, workspace, cursor } = wish
  const candidates = database.all(
    `SELECT session_id, updated_at_ms, preview FROM sessions
     WHERE session_id <> ? AND (? IS NULL OR workspace = ?)
       AND (? IS NULL OR updated_at_ms < ? OR (updated_at_ms = ? AND session_id > ?))
     ORDER BY updated_at_ms DESC, session_id ASC LIMIT ?`,
    exclude,
    workspace,
    workspace,
    ...(cursor === null ? [null, null, null, null] : [cursor.id, cursor.updatedAt, cursor.updatedAt, cursor.id]),
    pageSize + 1
  )
  const page = candidates.slice(0, pageSize)
  const last = page.at(-1)
  const patterns = wish.patterns.map(lowerAscii)
  const occurs = (where: string) => patterns.some((pattern) => lowerAscii(where).includes(pattern))
  const found = page.filter(
    (row) => occurs(text(row.preview) ?? '') || promptsOf(database, text(row.session_id) ?? '').some(occurs)
  )
  return {
    ids: found.map((row) => text(row.session_id) ?? ''),
    next:
      candidates.length > pageSize && last
        ? { updatedAt: integer(last.updated_at_ms) ?? 0, id: text(last.session_id) ?? '' }
        : null
  }
}

function promptsOf(database: ReadDatabase, session: string): readonly string[] {
  const rows = database.all('SELECT prompt_text FROM events WHERE session_id = ? AND prompt_text IS NOT NULL', session)
  return rows.map((row) => text(row.prompt_text) ?? '')
}

function checkPatterns({ patterns, workspace }: FindSessions): void {
  const fits = patterns.every((pattern) => pattern !== '' && Buffer.byteLength(pattern) <= 256)
  if (patterns.length < 1 || patterns.length > 16 || !fits) {
    fail('bad.input', 'Sessions are looked for by 1 to 16 texts of 1 to 256 bytes each.')
  }
  if (workspace !== null && (workspace === '' || Buffer.byteLength(workspace) > 4096)) {
    fail('bad.input', 'A workspace has 1 to 4096 bytes.')
  }
}

/** Only ASCII letters have no case here, as tact compares. */
function lowerAscii(value: string): string {
  return value.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
