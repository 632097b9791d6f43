import { fail } from '@shared/ipc/errors'
import { withMembers } from '../../../json/edit-members'
import { valueSpan } from '../../../json/element-spans'
import type { PlanDraft } from '../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../adapter'
import { asStoredInteger, asStoredText, nothing, type StoredValue } from '../../foreign-sqlite/write/stored-value'
import type { ImportSession } from '../../write-part'
import { storePaths } from '../store-paths'
import { refusals } from './acceptance'
import { resumeRow } from './fork-rows'
import { readSessionState } from './native-store'
import { outsideTheStore, resumeNotes, titleOf } from './plan-notes'
import {
  kindOf,
  originOf,
  parseState,
  recordBytes,
  type SessionState,
  sequenceOf,
  stateBytes,
  withColumns
} from './session-state'
import { counted, stepFor } from './session-step'
import type { StateRow } from './state-bytes'
import { storeFacts } from './store-facts'
import { uuid7 } from './uuid7'

/** Numbers left free below the new ones: a tact that runs takes some between this plan and its apply. */
const roomForOthers = 10_000
/** And between the new sessions of one plan: more than a session has records. */
const roomForEach = 1_000_000
/** While somebody writes, the engine makes a plan several times; all of these within moments are to name one session. */
const sameMoment = 10_000
const mostAncestors = 50

/**
 * A session from elsewhere as a new session of this store. What a fork takes from its ancestors becomes its own, so that it needs none of them: tact joins
 * the same records when it loads the fork (format page, section 6.3). The id and the folder change wherever they say whose a record is.
 */
export async function planImport(
  source: SourceLocation,
  { sessionId, from, workspace, before = [] }: ImportSession,
  reading: Reading
): Promise<PlanDraft> {
  const line = await lineageOf(from, sessionId, reading)
  const [own] = line
  if (own === undefined)
    return fail('session.gone', `There are no rows of session ${sessionId} in what was handed over.`)
  const database = storePaths(source).database
  const facts = await storeFacts(database, sessionId, null, reading)
  const now = reading.now()
  const madeFor = [source.id, String(process.pid), sessionId, 'import', String(facts.lastEventId), ...before]
  const id = uuid7(now - (now % sameMoment), madeFor)
  const wanted = await asNew(own, joinedEvents(line), {
    id,
    workspace,
    firstEvent: facts.lastEventId + roomForOthers + before.length * roomForEach
  })
  const [wrong] = refusals(wanted)
  if (wrong) fail('refused', `tact would not load the session: ${wrong.what}`, { data: { findings: [wrong] } })
  return {
    title: titleOf(wanted),
    created: id,
    steps: [
      stepFor(
        source,
        id,
        stateBytes(wanted),
        `a new session with ${counted(wanted.events.length, 'record')}`,
        !facts.exists
      )
    ],
    conflicts: [],
    cannot: outsideTheStore(null),
    notes: [
      `The new session is tact:${id}.`,
      ...(line.length > 1
        ? [`What it had from ${counted(line.length - 1, 'session')} that it was forked from is its own now.`]
        : []),
      ...(facts.exists ? [] : ['There is no session database here yet. It is made as tact makes it.']),
      ...resumeNotes(wanted)
    ],
    inputs: []
  }
}

/** The session, then what it was forked from, up to the first one. Throws `refused` where one of these did not come along. */
async function lineageOf(from: SourceLocation, session: string, reading: Reading): Promise<readonly SessionState[]> {
  const line: SessionState[] = []
  for (let id: string | null = session; id !== null; ) {
    const bytes: Uint8Array | null = await readSessionState(storePaths(from).database, id, reading)
    if (bytes === null) {
      if (line.length === 0) return []
      return fail('refused', `This session is a fork of ${id}, and the records of that one did not come along.`, {
        advice: 'Make the bundle anew where both are, or keep it in the library.'
      })
    }
    const state = parseState(bytes)
    line.push(state)
    if (line.length > mostAncestors)
      return fail('refused', 'The sessions that this one was forked from go round in a circle.')
    id = originOf(state)?.parent ?? null
  }
  return line
}

/** All records in the order in which tact joins them: of each ancestor those up to the place where the next one begins. */
function joinedEvents(
  line: readonly SessionState[]
): readonly { readonly state: SessionState; readonly row: StateRow }[] {
  return line.toReversed().flatMap((state, index, all) => {
    const next = all[index + 1]
    const origin = next === undefined ? null : originOf(next)
    const last =
      origin === null
        ? state.events.length - 1
        : state.events.findIndex((row) => sequenceOf(state, row) === origin.sequence)
    return state.events.slice(0, last + 1).map((row) => ({ state, row }))
  })
}

interface NewOwner {
  readonly id: string
  readonly workspace: string
  readonly firstEvent: number
}

async function asNew(
  own: SessionState,
  events: readonly { readonly state: SessionState; readonly row: StateRow }[],
  { id, workspace, firstEvent }: NewOwner
): Promise<SessionState> {
  if (own.sessions === null) return fail('refused', 'The session has no row of its own, so tact would not list it.')
  const sessions = withColumns(own, own.sessions, {
    session_id: asStoredText(id),
    parent_session_id: nothing,
    workspace: asStoredText(workspace)
  })
  const owners = new Set(events.map(({ state }) => state.session))
  const moved = events.map(({ state, row }, index) =>
    withColumns(own, sameColumns(own, state, row), {
      event_id: asStoredInteger(firstEvent + index),
      session_id: asStoredText(id),
      ...rewritten(state, row, { id, workspace, owners, isFirst: index === 0 })
    })
  )
  return { ...own, session: id, sessions, events: moved, resumeState: await resumeRow(own, id, workspace) }
}

/** Rows of one store have one order of columns; another one would put values under other names. */
function sameColumns(own: SessionState, { columns }: SessionState, row: StateRow): StateRow {
  if (own.columns.events.join() === columns.events.join()) return row
  return fail('refused', 'The records of this session are of stores with different tables.')
}

interface Rewriting {
  readonly id: string
  readonly workspace: string
  readonly owners: ReadonlySet<string>
  readonly isFirst: boolean
}

/** Only the record that begins a run says whose it is; every other one stays byte for byte. */
function rewritten(
  state: SessionState,
  row: StateRow,
  { id, workspace, owners, isFirst }: Rewriting
): Record<string, StoredValue> {
  const bytes = recordBytes(state, row)
  if (bytes === null || kindOf(state, row) !== 'tact/session.started') return {}
  const text = Buffer.from(bytes).toString('utf8')
  const span = valueSpan(text, ['payload'])
  if (span === null) return {}
  const payload = JSON.parse(text.slice(span.from, span.to)) as Readonly<Record<string, unknown>>
  const named = typeof payload.session_id === 'string' && owners.has(payload.session_id)
  const members = {
    ...(named && { session_id: JSON.stringify(id) }),
    ...('workspace' in payload && { workspace: JSON.stringify(workspace) }),
    // A first one that names a parent is what makes tact look for that parent.
    ...(isFirst && 'parent_sequence' in payload && { parent_sequence: '0' })
  }
  const changed = text.slice(0, span.from) + withMembers(text.slice(span.from, span.to), members) + text.slice(span.to)
  return { record_json: { type: 'blob', value: Buffer.from(changed) } }
}
