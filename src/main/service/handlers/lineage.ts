import type { LineageNode } from '@shared/domain/lineage'
import type { SessionRef, SessionSummary } from '@shared/domain/session'
import type { NoticeKind, OutlineItem } from '@shared/domain/transcript'
import { ExpectedFailure, fail } from '@shared/ipc/errors'
import { type Family, familyOf, type Relative } from '../catalog/family'
import type { Handler } from '../dispatch/handler'
import { requireSession } from './known-session'
import type { ServiceParts } from './parts'

/** Points within a session that are shown at most, the last ones. */
const mostPoints = 60
const outlinePages = 50
const within: ReadonlySet<NoticeKind> = new Set(['compaction', 'rewind', 'fork'])

/** `lineage.show` */
export function lineageHandlers(parts: ServiceParts): { 'lineage.show': Handler<'lineage.show'> } {
  return {
    'lineage.show': async ({ session, points }, { signal }) => {
      await requireSession(parts, session, signal)
      const listed = parts.view.get(session) ?? fail('not.found', `There is no session ${session.id} in the list.`)
      const family = familyOf(parts.view, parts.library.reader, listed)
      const notices = points ? await noticesOf(parts, listed, signal) : []
      const inner = await pointsOf(parts, listed, notices, signal)
      const began = notices.find(({ notice }) => notice === 'fork')?.entry ?? null
      const sessions = family.relatives.map((relative) => ({
        ...nodeOf(relative, listed, newestOf(family)),
        entry: sameRef(relative.ref, session) ? began : null
      }))
      return {
        nodes: [...sessions, ...inner],
        edges: [
          ...family.relatives.flatMap(({ ref, from, kind }) =>
            from === null ? [] : [{ from: nodeId(from), to: nodeId(ref), kind: kind ?? ('fork' as const) }]
          ),
          ...inner.map((node, index) => ({
            from: inner[index - 1]?.id ?? nodeId(session),
            to: node.id,
            kind: node.kind === 'rewind' ? ('rewind' as const) : ('compaction' as const)
          }))
        ],
        path: family.path.map(nodeId),
        more: family.more
      }
    }
  }
}

function nodeId({ id }: SessionRef): string {
  return `session ${id}`
}

function sameRef(one: SessionRef, other: SessionRef): boolean {
  return one.source === other.source && one.id === other.id
}

function nodeOf(
  { ref, summary, kind }: Relative,
  { agent }: SessionSummary,
  newest: string | null
): Omit<LineageNode, 'entry'> {
  const state = summary?.state ?? null
  return {
    id: nodeId(ref),
    kind: 'session',
    session: ref,
    agent,
    title: summary?.title ?? `Session ${ref.id}, of which nothing is here`,
    state,
    at: summary?.startedAt ?? summary?.updatedAt ?? null,
    reachable: state === 'ok' || state === 'partial',
    // A subagent goes on only by its parent.
    loads: kind === 'subagent' ? false : (summary?.resumable ?? (summary === null ? false : null)),
    newest: ref.id === newest
  }
}

/** The one that was used last, subagents aside; null where there is only one. */
function newestOf({ relatives }: Family): string | null {
  const own = relatives.flatMap(({ summary }) => (summary && summary.parentKind !== 'subagent' ? summary : []))
  if (own.length < 2) return null
  return own.reduce((a, b) => ((b.updatedAt ?? 0) > (a.updatedAt ?? 0) ? b : a)).id
}

/** Compactions and rewinds of a session, in order. The agent loads what follows the last compaction of the branch that it goes on with. */
async function pointsOf(
  parts: ServiceParts,
  listed: SessionSummary,
  notices: readonly OutlineItem[],
  signal: AbortSignal
): Promise<LineageNode[]> {
  const found = notices.filter(({ notice }) => notice !== 'fork').slice(-mostPoints)
  const last = await lastLive(parts, listed, found, signal).catch((error) => {
    // Removed or damaged since its outline was read: then nothing is known to be loaded.
    if (!(error instanceof ExpectedFailure) || signal.aborted) throw error
    return -1
  })
  const { source, id, agent, state, resumable } = listed
  return found.map(({ entry, at, text, notice }, index) => ({
    id: `point ${index} ${entry}`,
    kind: notice === 'rewind' ? 'rewind' : 'compaction',
    session: { source, id },
    agent,
    title: text.split('\n')[0]?.slice(0, 200) ?? '',
    state,
    at,
    entry,
    reachable: true,
    // What was said before a compaction, and in a branch that was left, the agent does not see again.
    loads: resumable !== false && notice === 'compaction' && index === last,
    newest: false
  }))
}

/** Index of the last compaction that does not stand in a branch that was left; -1 where there is none. */
async function lastLive(
  { readers, sources }: ServiceParts,
  { source, id }: SessionSummary,
  found: readonly OutlineItem[],
  signal: AbortSignal
): Promise<number> {
  for (let index = found.length - 1; index >= 0; index -= 1) {
    const item = found[index]
    if (item?.notice !== 'compaction') continue
    const request = { from: item.cursor, direction: 'forward', limit: 50 } as const
    const page = await readers.ask(sources.get(source), id, 'page', request, { signal })
    if (page.entries.find(({ id: entry }) => entry === item.entry)?.parent === undefined) return index
  }
  return -1
}

/** Where a session was compacted, rewound, or went on from what it was forked from. */
async function noticesOf(
  { readers, sources }: ServiceParts,
  { source, id }: SessionSummary,
  signal: AbortSignal
): Promise<OutlineItem[]> {
  const found: OutlineItem[] = []
  try {
    for (let offset = 0, page = 0; page < outlinePages; page += 1) {
      const { items, total } = await readers.ask(sources.get(source), id, 'outline', { offset }, { signal })
      found.push(...items.filter(({ notice }) => notice && within.has(notice)))
      offset += items.length
      if (items.length === 0 || offset >= total) break
    }
  } catch (error) {
    // A session that cannot be read has its place in the family all the same.
    if (!(error instanceof ExpectedFailure) || signal.aborted) throw error
  }
  return found
}
