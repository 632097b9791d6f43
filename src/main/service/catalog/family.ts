import type { SessionRef, SessionSummary } from '@shared/domain/session'
import type { LibraryReader } from '../store/library'
import type { CatalogView } from './catalog-view'

/** Sessions that one answer holds at most, and generations that are followed. */
const mostSessions = 400
const mostGenerations = 100

/** A session of a family; `summary` is null where the records name one that is nowhere. */
export interface Relative {
  readonly ref: SessionRef
  readonly summary: SessionSummary | null
  /** Key of the one that it follows from; null for the first. */
  readonly from: SessionRef | null
  readonly kind: NonNullable<SessionSummary['parentKind']> | null
}

export interface Family {
  /** Parents before their children. */
  readonly relatives: readonly Relative[]
  /** From the first to the one that was asked about. */
  readonly path: readonly SessionRef[]
  readonly more: number
}

/** All sessions that are forks, continuations or subagents of each other, as far as the list knows them. */
export function familyOf(view: Pick<CatalogView, 'get'>, reader: LibraryReader, session: SessionSummary): Family {
  const path = ancestors(view, session)
  const wanted = new Set(path.map(keyOf))
  const [first] = path
  const root: SessionRef = first ?? { source: session.source, id: session.id }
  const relatives: Relative[] = [{ ref: root, summary: view.get(root), from: null, kind: null }]
  const known = new Set([keyOf(root)])
  let more = 0
  for (let at = 0; at < relatives.length; at += 1) {
    const parent = relatives[at]?.ref ?? root
    const ids = childrenOf(reader, parent)
    // Those on the way to the one that was asked about come first, however many siblings there are.
    ids.sort((a, b) => Number(wanted.has(keyOf(b))) - Number(wanted.has(keyOf(a))))
    for (const ref of ids) {
      if (known.has(keyOf(ref))) continue
      if (relatives.length >= mostSessions && !wanted.has(keyOf(ref))) {
        more += 1
        continue
      }
      known.add(keyOf(ref))
      const summary = view.get(ref)
      relatives.push({ ref, summary, from: parent, kind: summary?.parentKind ?? 'fork' })
    }
  }
  return { relatives, path, more }
}

/** The first one first. A circle, which only damaged records have, is cut. */
function ancestors(view: Pick<CatalogView, 'get'>, session: SessionSummary): SessionRef[] {
  const path: SessionRef[] = [{ source: session.source, id: session.id }]
  const known = new Set([session.id])
  let parent = session.parent
  while (parent !== undefined && !known.has(parent) && path.length < mostGenerations) {
    known.add(parent)
    const ref = { source: session.source, id: parent }
    path.unshift(ref)
    parent = view.get(ref)?.parent
  }
  return path
}

function childrenOf(reader: LibraryReader, { source, id }: SessionRef): SessionRef[] {
  return reader.all<SessionRef>(
    'select source, id from session where source = ? and parent = ? and shown = 1 order by started_at, id',
    source,
    id
  )
}

export function keyOf({ source, id }: SessionRef): string {
  return `${source}\n${id}`
}
