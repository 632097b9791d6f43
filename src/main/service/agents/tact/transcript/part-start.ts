import type { ReadDatabase } from '../../foreign-sqlite/read-database'
import { readRowsBackward } from '../database/rows'
import { peekKind } from '../record'

/** Where reading has to start so that everything from a row on is put together as if all rows had been read. */
export interface PartStart {
  readonly eventId: number
  /** A very long run is entered at one of its model calls. */
  readonly insideRun: boolean
}

/** How far back a start is looked for. */
const reach = { rows: 1200, bytes: 1_500_000 }

/** Kinds that stand between the end of one run and the start of the next. */
const beforeRun = new Set([
  'tact/user.submitted',
  'tact/user.steered',
  'tact/reflection.started',
  'tact/worker.turn_accepted',
  'agent/input.accepted'
])

/** Looks back from a row of a session for the start of its run. `first` is the session's first row. */
export function findStart(database: ReadDatabase, session: string, first: number, eventId: number): PartStart {
  let start: PartStart | null = null
  let runStart: number | null = null
  let modelCall: number | null = null
  let oldest = eventId
  let rows = 0
  let bytes = 0
  readRowsBackward(database, { session, from: first, through: eventId - 1 }, (row) => {
    const kind = peekKind(row) ?? ''
    if (runStart !== null) {
      if (!beforeRun.has(kind)) return false
      runStart = row.eventId
      return true
    }
    oldest = row.eventId
    if (kind === 'agent/run.started') runStart = row.eventId
    else if (kind === 'agent/model.call.started') modelCall = row.eventId
    else if (kind === 'tact/session.started') start = { eventId: row.eventId, insideRun: false }
    rows += 1
    bytes += row.bytes?.length ?? 0
    return start === null && (runStart !== null || (rows < reach.rows && bytes < reach.bytes))
  })
  if (start !== null) return start
  if (runStart !== null) return { eventId: runStart, insideRun: false }
  if (oldest <= first) return { eventId: first, insideRun: false }
  return { eventId: modelCall ?? oldest, insideRun: true }
}
