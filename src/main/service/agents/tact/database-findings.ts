import type { Finding } from '@shared/domain/finding'
import { problem } from './findings'

export const databaseVersion = 2

export function damaged(what: string): Finding {
  return problem('database.damaged', `The session database is damaged: ${what} cannot be read.`, {
    where: what,
    still: 'What lies on whole pages is listed and shown.',
    does: 'Reprise changes nothing in the file.',
    can: 'Close tact and restore the file from a backup.'
  })
}

/** tact has had one format only, so another number means another program or one that is not out yet. */
export function otherVersion(found: number): Finding {
  return problem(
    'database.version',
    `The session database has format version ${found}; this version of Reprise reads ${databaseVersion}.`,
    {
      does: 'Reprise leaves it alone.',
      can: found > databaseVersion ? 'Look for a newer Reprise.' : 'No tact that was released wrote this version.'
    }
  )
}

export function cutOff(bytes: number, promised: number): Finding {
  return problem('database.truncated', `The session database is cut off: ${bytes} of ${promised} bytes are there.`, {
    still: 'What lies in the part that is left is listed and shown.',
    does: 'Reprise reads a copy of its own.',
    can: 'Close tact and restore the file from a backup.'
  })
}

export function foreign(): Finding {
  return problem('database.schema', 'The session database does not have the tables and indexes of tact.', {
    does: 'Reprise leaves it alone.',
    can: 'Check that this is a session database of tact 0.4 or newer.'
  })
}
