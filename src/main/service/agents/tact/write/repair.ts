import type { Fix } from '@shared/domain/repair'
import type { Reading, SourceLocation } from '../../adapter'
import { textOf } from '../../foreign-sqlite/write/stored-value'
import type { Mending, RepairPart } from '../../repair/repair-part'
import { isNewerSchema } from '../record-findings'
import { storePaths } from '../store-paths'
import { refusals, unquotedWords } from './acceptance'
import { recentlyWritten } from './conflicts'
import { asStoredJson, sessionRowAt } from './session-row-at'
import { decodeEvent, recordBytes, type SessionState, stateBytes, withColumns } from './session-state'
import { counted, stepFor } from './session-step'
import type { StateRow } from './state-bytes'
import { columnOf } from './state-rows'
import { storeFacts } from './store-facts'
import { verifyWritten } from './verify-written'

const databaseSchema = 2

/**
 * What can be mended of the rows of a session: columns that make tact's whole list fail, and records that keep it from loading the
 * session (format page, sections 3.2 and 4.1).
 */
export const repair: RepairPart = {
  async find(source, sessionId, reading) {
    const state = await presentRows(source, sessionId, reading)
    if (state === null) return []
    const mendings = [words(state), records(state)].filter((each) => each !== null)
    return mendings.length === 0 ? [] : [mendingOf(source, state, mendings, reading.now())]
  },
  verify: async (source, sessionId, paths, reading) =>
    (await verifyWritten(source, sessionId, paths, reading)).map((each) =>
      leftOver.has(each.code) ? { ...each, severity: 'notice' } : each
    )
}

/** What was not chosen, or cannot be mended, is still there and no reason to take the rest back; the engine compares the rows byte for byte. */
const leftOver: ReadonlySet<string> = new Set([
  ...['tact.session.unquoted', 'tact.record.unreadable', 'tact.record.schema', 'tact.record.type']
])

/** Null where the session lies in a layout without a database, or is gone. */
async function presentRows(source: SourceLocation, session: string, reading: Reading): Promise<SessionState | null> {
  const facts = await storeFacts(storePaths(source).database, session, null, reading)
  return facts.state
}

interface RowMending {
  readonly fix: Fix
  apply(state: SessionState): SessionState
}

/** All of it in one exchange of the rows; what is not chosen stays. */
function mendingOf(source: SourceLocation, state: SessionState, all: readonly RowMending[], now: number): Mending {
  return {
    fixes: all.map(({ fix }) => fix),
    async steps(chosen) {
      const done = all.filter(({ fix }) => chosen.has(fix.id))
      const wanted = done.reduce((rows, { apply }) => apply(rows), state)
      const because = done.map(({ fix }) => fix.title).join('; ')
      return [stepFor(source, state.session, stateBytes(wanted), because)]
    },
    conflicts: () => [recentlyWritten(state, now)].filter((conflict) => conflict !== null)
  }
}

/** What the records say of effort and reasoning counts; where they say nothing, the word that is there without its quotes. */
function words(state: SessionState): RowMending | null {
  const { sessions } = state
  const broken = refusals({ ...state, events: [] }).filter(({ code }) => code === 'tact.session.unquoted')
  const recorded = sessionRowAt(state)
  if (broken.length === 0 || sessions === null || recorded === null) return null
  const unquoted = unquotedWords(state)
  const changes = Object.fromEntries(
    ['effort', 'reasoning_mode'].flatMap((column) => {
      const word = unquoted[column]
      const value = word === undefined ? columnOf(state.columns, recorded, column) : asStoredJson(word)
      return textOf(value) === textOf(columnOf(state.columns, sessions, column)) ? [] : [[column, value]]
    })
  )
  const apply = (rows: SessionState) =>
    rows.sessions === null ? rows : { ...rows, sessions: withColumns(rows, rows.sessions, changes) }
  const left = refusals({ ...apply(state), events: [] }).some(({ code }) => code === 'tact.session.unquoted')
  if (left) return null
  return {
    fix: {
      id: 'words',
      title: `Put ${Object.keys(changes).join(' and ')} of the session into the quotes that tact reads`,
      why: "tact's own list of sessions fails as a whole while this row is in it.",
      ...{ findings: ['tact.session.unquoted'], places: broken.length, where: [state.session], loses: null }
    },
    apply
  }
}

/** Records that are no records go, those of a newer tact never; each of them keeps tact from loading any of the session. */
function records(state: SessionState): RowMending | null {
  const bad = new Set<StateRow>()
  for (const row of state.events) {
    const decoded = decodeEvent(state, row)
    const version = decoded.state === 'unreadable' ? null : decoded.record.schemaVersion
    // A newer tact has written here, and what it makes of the session is not known.
    if (version !== null && isNewerSchema(version, databaseSchema)) return null
    if (version !== databaseSchema) bad.add(row)
  }
  const without = { ...state, events: state.events.filter((row) => !bad.has(row)) }
  if (bad.size === 0 || without.events.length === 0) return null
  const bytes = [...bad].reduce((sum, row) => sum + (recordBytes(state, row)?.length ?? 0), 0)
  return {
    fix: {
      id: 'records',
      title: 'Take out records that tact cannot read',
      why: 'tact does not load the session while one of them is in it.',
      findings: ['tact.record.unreadable', 'tact.record.schema'],
      ...{
        places: bad.size,
        where: [state.session],
        loses: `${counted(bad.size, 'record')} of ${bytes} bytes together`
      }
    },
    apply: (rows) => ({ ...rows, events: rows.events.filter((row) => !bad.has(row)) })
  }
}
