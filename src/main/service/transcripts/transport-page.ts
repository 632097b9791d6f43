import type { Entry, EntryPage } from '@shared/domain/transcript'
import type { OpenedSession, PageRequest } from '../agents/adapter'
import { answerBudget, jsonBytes } from './answer-size'
import { clipEntry } from './clip-entry'

/** Asked for at a time, so that a page of very long entries is not read as a whole before it is cut. */
const chunk = 50

interface Part {
  readonly page: EntryPage
  readonly bytes: number
  /** Something of the chunk did not fit. */
  readonly full: boolean
}

/**
 * A page of at most `request.limit` entries that fits one answer. At least one entry is in it unless there is none. Where
 * the page ends early its cursors say so, as at any other end.
 */
export async function transportPage(session: OpenedSession, request: PageRequest): Promise<EntryPage> {
  const forward = request.direction === 'forward'
  let from = request.from
  let room = answerBudget
  let wanted = request.limit
  let whole: EntryPage | null = null
  while (wanted > 0) {
    const part = await fittingPart(
      session,
      { from, direction: request.direction, limit: Math.min(chunk, wanted) },
      room,
      whole === null
    )
    if (part === null) break
    whole = whole === null ? part.page : joined(whole, part.page, forward)
    const next = forward ? part.page.after : part.page.before
    if (next === null || part.full || part.page.entries.length === 0) break
    from = next
    room -= part.bytes
    wanted -= part.page.entries.length
  }
  return whole ?? { entries: [], before: null, after: null }
}

function joined(first: EntryPage, next: EntryPage, forward: boolean): EntryPage {
  return forward
    ? { entries: [...first.entries, ...next.entries], before: first.before, after: next.after }
    : { entries: [...next.entries, ...first.entries], before: next.before, after: first.after }
}

/** As much of one chunk as there is room for; null when nothing fits and nothing has to. */
async function fittingPart(
  session: OpenedSession,
  request: PageRequest,
  room: number,
  first: boolean
): Promise<Part | null> {
  const page = await session.page(request)
  const forward = request.direction === 'forward'
  const { entries, bytes } = fitting(forward ? page.entries : page.entries.toReversed(), room, first)
  const inOrder = forward ? entries : entries.toReversed()
  if (entries.length === page.entries.length) return { page: { ...page, entries: inOrder }, bytes, full: bytes > room }
  if (entries.length === 0) return null
  // Only asking for as many tells where the page ends then.
  const shorter = await session.page({ ...request, limit: entries.length })
  return { page: { ...shorter, entries: inOrder }, bytes: room, full: true }
}

/** Entries from the front, cut and masked, while there is room: no more of them are masked than are sent. */
function fitting(entries: readonly Entry[], room: number, first: boolean): { entries: Entry[]; bytes: number } {
  const taken: Entry[] = []
  let bytes = 0
  for (const entry of entries) {
    const clipped = clipEntry(entry)
    const more = jsonBytes(clipped) + 1
    if (bytes + more > room && (taken.length > 0 || !first)) break
    taken.push(clipped)
    bytes += more
  }
  return { entries: taken, bytes }
}
