import type { Finding } from '@shared/domain/finding'
import { notice, problem } from './findings'

export function unreadableRecord(eventId: number, why: string): Finding {
  return problem('record.unreadable', `A record cannot be read: ${why}.`, {
    where: `event ${eventId}`,
    still: 'All other records of the session are shown.',
    does: 'Reprise shows a placeholder where it stands.',
    can: 'tact itself refuses to load or resume this session while the record is there. It can be taken out, as a mending.'
  })
}

export function wrongSchema(eventId: number, found: number, expected: number): Finding {
  const what = isNewerSchema(found, expected)
    ? `A newer tact wrote a record, with schema version ${found}; this version of Reprise reads ${expected}.`
    : `A record has schema version ${found}; this version of Reprise reads ${expected}.`
  return problem('record.schema', what, {
    where: `event ${eventId}`,
    still: 'All other records of the session are shown.',
    does: 'Reprise keeps the record raw.',
    can: isNewerSchema(found, expected)
      ? 'tact up to 0.8 refuses to load this session. The record is no damage, and stays: open the session with the tact that wrote it, and look for a newer Reprise.'
      : 'No tact reads this session while the record is there. It can be taken out, as a mending.'
  })
}

/** A version is an unsigned number of 32 bits (format page, section 4.1). */
export function isNewerSchema(found: number, expected: number): boolean {
  return Number.isInteger(found) && found > expected && found < 2 ** 32
}

export function unknownKind(eventId: number, kind: string): Finding {
  return notice('record.kind', `A record is of a kind that Reprise does not know: ${kind.slice(0, 80)}.`, {
    where: `event ${eventId}`,
    does: 'Reprise keeps it raw.'
  })
}
