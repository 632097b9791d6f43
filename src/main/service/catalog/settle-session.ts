import type { AgentId } from '@shared/domain/agents'
import type { SessionRef, SessionState } from '@shared/domain/session'
import type { ListedSession } from '../agents/adapter'
import type { LibraryWriter } from '../store/library'
import { importedState } from './imported-state'
import { insertListed } from './session-rows'
import { dropTombstone, isForgotten, noUnit, remembered } from './tombstone'

/** Which copy of a session the list shows where several units hold one of the same id: the most readable one. */
const readable: readonly SessionState[] = ['ok', 'partial', 'older', 'newer', 'sealed', 'unreadable', 'gone']

interface Row {
  unit: number
  state: SessionState
  updated_at: number | null
  digest: string
  own_checkpoints: number
  own_restorable: number
  shown: number
  checkpoints: number
  restorable: number
}

/**
 * Brings one session's rows in line with its units, checkpoints and counts after any of them changed. Most sessions are held by one unit and
 * have no checkpoints elsewhere; for those nothing is written.
 */
export function settleSession(writer: LibraryWriter, source: string, agent: AgentId, id: string): void {
  const rows = writer.all<Row>(
    `select unit, state, updated_at, digest, own_checkpoints, own_restorable, shown, checkpoints, restorable
     from session where source = ? and id = ?`,
    source,
    id
  )
  const held = writer.get<{ n: number; restorable: number | null; imported: number | null }>(
    `select count(*) as n, max(restorable) as restorable, max(imported) as imported from checkpoint
     where source = ? and session = ?`,
    source,
    id
  ) ?? { n: 0, restorable: 0, imported: 0 }
  const { shown, hidden } = chooseRow(writer, { source, id }, rows, held.n > 0)
  for (const other of hidden) keep(writer, source, id, other, { ...other, shown: 0 })
  if (shown) {
    keep(writer, source, id, shown, {
      shown: 1,
      checkpoints: held.n + shown.own_checkpoints,
      restorable: Math.max(held.restorable ?? 0, shown.own_restorable)
    })
    takeAccount(writer, source, id, shown)
  } else if (held.n > 0) {
    insertGone(writer, source, agent, id)
    // One that came from elsewhere was never here, so it stands among the others in every list and not with those that are gone.
    const state = held.imported ? importedState : 'gone'
    const values = [held.n, held.restorable ?? 0, state, source, id, noUnit]
    writer.run(
      'update session set checkpoints = ?, restorable = ?, state = ? where source = ? and id = ? and unit = ?',
      ...values
    )
  }
}

/** Which of the rows the list shows. A row without a unit goes once the session is back, is not wanted any more, or is made anew of its checkpoints. */
function chooseRow(
  writer: LibraryWriter,
  session: SessionRef,
  rows: readonly Row[],
  isHeld: boolean
): { readonly shown: Row | undefined; readonly hidden: readonly Row[] } {
  const inUnits = rows.filter((row) => row.unit !== noUnit)
  const without = rows.find((row) => row.unit === noUnit)
  const isBack = inUnits.some(({ state }) => state !== 'gone')
  const isWanted = isBack || isHeld || !isForgotten(writer, session)
  const tombstone = !isBack && isWanted && without?.digest === remembered ? [without] : []
  if (without && tombstone.length === 0) dropTombstone(writer, session)
  const [best, ...others] = [...inUnits, ...tombstone].sort(byReadability)
  return isWanted ? { shown: best, hidden: others } : { shown: undefined, hidden: inUnits }
}

function keep(
  writer: LibraryWriter,
  source: string,
  id: string,
  row: Row,
  to: Pick<Row, 'shown' | 'checkpoints' | 'restorable'>
) {
  if (row.shown === to.shown && row.checkpoints === to.checkpoints && row.restorable === to.restorable) return
  writer.run(
    'update session set shown = ?, checkpoints = ?, restorable = ? where source = ? and id = ? and unit = ?',
    to.shown,
    to.checkpoints,
    to.restorable,
    source,
    id,
    row.unit
  )
}

/** Counts of a whole reading hold as long as the session is the one that was read. */
function takeAccount(writer: LibraryWriter, source: string, id: string, { unit, digest }: Row): void {
  const account = writer.get<{ entries: number; findings: number }>(
    'select entries, json_array_length(findings) as findings from account where source = ? and id = ? and digest = ?',
    source,
    id,
    digest
  )
  if (!account) return
  const values = [account.entries, account.findings, source, id, unit]
  writer.run('update session set entries = ?, findings = ? where source = ? and id = ? and unit = ?', ...values)
}

/** Of two that are gone the one that the library knew counts: it has the title and all prompts. */
function byReadability(a: Row, b: Row): number {
  if (a.state === 'gone' && b.state === 'gone' && (a.unit === noUnit) !== (b.unit === noUnit)) return a.unit - b.unit
  const difference = readable.indexOf(a.state) - readable.indexOf(b.state)
  return difference || (b.updated_at ?? 0) - (a.updated_at ?? 0) || (a.unit < b.unit ? -1 : 1)
}

/** A row for a session that is gone while its checkpoints remain, named after the newest of them. */
function insertGone(writer: LibraryWriter, source: string, agent: AgentId, id: string): void {
  const newest = writer.get<{ title: string | null; workspace: string | null; at: number | null }>(
    `select title, workspace, max(at) as at from checkpoint where source = ? and session = ? and title is not null`,
    source,
    id
  )
  const session: ListedSession = {
    id,
    title: newest?.title || 'A session of which only checkpoints remain',
    workspace: newest?.workspace ?? null,
    startedAt: null,
    updatedAt: newest?.at ?? null,
    entries: null,
    resumable: false,
    findings: null,
    state: 'gone'
  }
  insertListed(writer, { source, agent, unit: noUnit }, session, '')
}
