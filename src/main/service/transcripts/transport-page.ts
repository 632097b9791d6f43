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
  const entries = page.entries.map(clipEntry)
  const fits = countFitting(request.direction === 'forward' ? entries : entries.toReversed(), room)
  if (fits.count === entries.length) return { page: { ...page, entries }, bytes: fits.bytes, full: false }
  const limit = Math.max(fits.count, first ? 1 : 0)
  if (limit === 0) return null
  const shorter = await session.page({ ...request, limit })
  return { page: { ...shorter, entries: shorter.entries.map(clipEntry) }, bytes: room, full: true }
}

function countFitting(entries: readonly Entry[], room: number): { count: number; bytes: number } {
  let bytes = 0
  for (const [count, entry] of entries.entries()) {
    const more = jsonBytes(entry) + 1
    if (bytes + more > room) return { count, bytes }
    bytes += more
  }
  return { count: entries.length, bytes }
}
