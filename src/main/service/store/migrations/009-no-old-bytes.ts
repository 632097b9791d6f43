import type { Database } from 'better-sqlite3'
import type { Migration } from '../migrate'

/**
 * Pages that nothing uses any more, and gaps in others, still hold what rows said before they were masked. The file is written anew without them.
 * What rows that are in use say, the next scan writes over, and the connection that writes zeroes what gives way (open-library.ts).
 */
export const noOldBytes: Migration = { to: 9, sql: '', outside: writeAnew }

/** Codes for a disk without room for a second file, and for another process that is at work: the next start tries again. */
const later = new Set(['SQLITE_FULL', 'SQLITE_BUSY', 'SQLITE_LOCKED'])

function writeAnew(database: Database): boolean {
  try {
    database.exec('vacuum')
    // The log has the old pages, too.
    database.pragma('wal_checkpoint(truncate)')
    return true
  } catch (error) {
    if (later.has((error as { code?: string }).code ?? '')) return false
    throw error
  }
}
