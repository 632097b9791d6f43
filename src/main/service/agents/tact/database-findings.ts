import type { Finding } from '@shared/domain/finding'
import { info, problem } from './findings'

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

/** tact takes such a file for no store and fills it with its next session. */
export function withoutBytes(path: string): Finding {
  return info(
    'database.empty',
    'The session database is an empty file: no session was written to it yet, or it was emptied.',
    {
      where: path,
      does: 'Reprise leaves it alone.',
      can: 'If there were sessions, close tact and restore the file from a backup.'
    }
  )
}

/** Damage that several readings met, as one finding: what a look at the whole file found says it best. */
export function withoutRepeats(ofFile: readonly Finding[], ofReading: readonly Finding[]): readonly Finding[] {
  const isDamage = ({ code }: Finding) => code === 'tact.database.damaged'
  const met = ofReading.filter(isDamage)
  const others = ofReading.filter((finding) => !isDamage(finding))
  if (met.length === 0 || ofFile.some(isDamage)) return [...ofFile, ...others]
  return [...ofFile, damaged(met.map(({ where }) => where ?? 'some pages').join(', ')), ...others]
}

export function foreign(): Finding {
  return problem('database.schema', 'The session database does not have the tables and indexes of tact.', {
    does: 'Reprise leaves it alone.',
    can: 'Check that this is a session database of tact 0.4 or newer.'
  })
}
