import type { Finding } from '@shared/domain/finding'
import type { ReadDatabase } from '../../foreign-sqlite/read-database'
import { lastEvent, readRows } from '../database/rows'
import { problem } from '../findings'
import { asNumber, asText, type JsonObject } from '../json-access'
import { decodeRow, peekKind, peekSequence } from '../record'

/** Rows of one session that belong to a transcript. */
export interface LineagePart {
  readonly session: string
  /** Last event id that a fork takes; open for the session itself. */
  readonly through: number
  /** Last event id that is shown: a turn that ran when the fork was made is left out from its prompt on. */
  readonly shownThrough: number
  readonly inherited: boolean
}

export interface Lineage {
  /** Oldest ancestor first, the session itself last. */
  readonly parts: readonly LineagePart[]
  readonly findings: readonly Finding[]
}

/** Where a fork was made: after the record of this sequence of its parent. */
export interface Origin {
  readonly parent: string
  readonly sequence: number
}

/** `session.started` is the first record; only a damaged session has it later. */
const startRows = [4, 200]
const batch = { rows: 2000, bytes: 4_000_000 }

/**
 * Follows a fork to its ancestors (format: "load_transcript and lineage"). Where tact refuses to load, a finding says why,
 * and what can be had of the ancestors is kept.
 */
export function loadLineage(database: ReadDatabase, session: string): Lineage {
  const parts: LineagePart[] = [{ session, through: lastEvent, shownThrough: lastEvent, inherited: false }]
  const findings: Finding[] = []
  const seen = new Set([session])
  let origin = originOf(database, session).origin
  while (origin !== null && origin.sequence > 0) {
    const { parent, sequence } = origin
    if (seen.has(parent)) {
      findings.push(cycle(parent))
      break
    }
    seen.add(parent)
    const boundary = findBoundary(database, parent, sequence)
    if (boundary === null) {
      findings.push(missingAncestor(parent))
      break
    }
    if (!boundary.exact) findings.push(noBoundary(parent, sequence))
    const start = originOf(database, parent)
    if (!start.namesItself) findings.push(wrongStart(parent))
    parts.unshift({ session: parent, through: boundary.through, shownThrough: boundary.shownThrough, inherited: true })
    origin = start.origin
  }
  return { parts, findings }
}

/** What a stored session was forked from; null when it takes nothing of a parent. */
export function forkOrigin(database: ReadDatabase, session: string): Origin | null {
  return originOf(database, session).origin
}

/** Why tact would refuse to load what a session of that origin takes from its ancestors; `database` null is an empty store. */
export function lineageOfFork(
  database: ReadDatabase | null,
  session: string,
  origin: Origin | null
): readonly Finding[] {
  if (origin === null || origin.sequence <= 0) return []
  if (origin.parent === session) return [cycle(session)]
  const boundary = database === null ? null : findBoundary(database, origin.parent, origin.sequence)
  if (database === null || boundary === null) return [missingAncestor(origin.parent)]
  const above = loadLineage(database, origin.parent)
  return [
    ...(boundary.exact ? [] : [noBoundary(origin.parent, origin.sequence)]),
    ...(originOf(database, origin.parent).namesItself ? [] : [wrongStart(origin.parent)]),
    ...(above.parts.some((part) => part.session === session) ? [cycle(session)] : []),
    ...above.findings
  ]
}

/** What the first `session.started` says. Forks of 0.4 and 0.5.0 name a parent without a sequence: they take no rows. */
function originOf(database: ReadDatabase, session: string): { origin: Origin | null; namesItself: boolean } {
  for (const rows of startRows) {
    const payload = firstStart(database, session, rows)
    if (payload === null) continue
    const parent = asText(payload.parent_session_id)
    const sequence = asNumber(payload.parent_sequence)
    return {
      origin: parent === null || sequence === null ? null : { parent, sequence },
      namesItself: payload.session_id === session
    }
  }
  return { origin: null, namesItself: false }
}

function firstStart(database: ReadDatabase, session: string, limit: number): JsonObject | null {
  const range = { session, from: 0, through: lastEvent }
  for (const row of readRows(database, range, { rows: limit, bytes: 1_000_000 }).rows) {
    const decoded = decodeRow(row)
    if (decoded.state === 'ok' && decoded.record.kind === 'tact/session.started') return decoded.record.payload
  }
  return null
}

interface Boundary {
  readonly through: number
  readonly shownThrough: number
  /** Whether a record has exactly this sequence; tact refuses to load the fork otherwise. */
  readonly exact: boolean
}

/** Where the parent's rows end for a fork: the first match counts, also where sequences repeat. */
function findBoundary(database: ReadDatabase, session: string, sequence: number): Boundary | null {
  let through: number | null = null
  let running = false
  let lastPrompt: number | null = null
  const result = (exact: boolean): Boundary | null => {
    if (through === null) return null
    const shownThrough = running && lastPrompt !== null ? lastPrompt - 1 : through
    return { through, shownThrough, exact }
  }
  for (let from: number | null = 0; from !== null; ) {
    const read = readRows(database, { session, from, through: lastEvent }, batch)
    for (const row of read.rows) {
      const own = peekSequence(row)
      if (own !== null && own > sequence) return result(false)
      through = row.eventId
      const kind = peekKind(row)
      if (kind === 'tact/user.submitted' || kind === 'tact/user.steered') lastPrompt = row.eventId
      if (kind !== null) running = runsAfter(kind, running)
      if (own === sequence) return result(true)
    }
    from = read.next
  }
  return result(false)
}

function runsAfter(kind: string, before: boolean): boolean {
  if (kind === 'agent/run.started') return true
  const ends = ['agent/run.completed', 'agent/run.failed', 'tact/session.ended', 'tact/session.started']
  return before && !ends.includes(kind)
}

const refused = 'tact refuses to open this session.'

function cycle(session: string): Finding {
  return problem('lineage.cycle', `The session is forked from itself: its ancestors lead back to ${session}.`, {
    where: session,
    still: 'The rows of the session itself and of its ancestors up to there are shown.',
    can: refused
  })
}

function missingAncestor(session: string): Finding {
  return problem('lineage.missing', `The session was forked from ${session}, which is not in this store.`, {
    where: session,
    still: 'The rows of the session itself are shown; what it took from that session is not here.',
    can: refused
  })
}

function noBoundary(session: string, sequence: number): Finding {
  return problem(
    'lineage.boundary',
    `The session was forked at record ${sequence} of ${session}, which has no such record.`,
    {
      where: session,
      still: 'Everything up to that place is shown as inherited.',
      can: refused
    }
  )
}

function wrongStart(session: string): Finding {
  return problem('lineage.start', `The first session record of the ancestor ${session} does not name it.`, {
    where: session,
    still: 'Its rows are shown as inherited.',
    can: refused
  })
}
