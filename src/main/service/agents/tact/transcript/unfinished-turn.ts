import type { Finding } from '@shared/domain/finding'
import type { ReadDatabase } from '../../foreign-sqlite/read-database'
import { lastEvent, readRowsBackward } from '../database/rows'
import { info } from '../findings'
import { peekKind } from '../record'

/** A turn that still runs writes one of these within far fewer rows. */
const reach = 2000

const ends = new Set(['agent/run.completed', 'agent/run.failed', 'tact/session.ended', 'tact/session.started'])

/**
 * Whether the last turn has no end: tact was killed in it, or it runs now, which the store cannot tell apart. A resume knows only the
 * turns before it (format: "Write rules").
 */
export function unfinishedTurn(database: ReadDatabase, session: string): readonly Finding[] {
  let unfinished = false
  let rows = 0
  readRowsBackward(database, { session, from: 0, through: lastEvent }, (row) => {
    const kind = peekKind(row) ?? ''
    rows += 1
    unfinished = kind === 'agent/run.started'
    return !unfinished && !ends.has(kind) && rows < reach
  })
  if (!unfinished) return []
  return [
    info('turn.unfinished', 'The last turn has no end: tact is still at work in it, or was ended in the middle.', {
      where: session,
      still: 'What it wrote is shown; an unfinished answer is marked as a draft.',
      can: 'A resume goes on from the last turn that succeeded; the model does not know of this one.'
    })
  ]
}
