import type { OpenedSession } from '../agents/adapter'
import { clipEntry, fieldText } from './clip-entry'

/** Of the named entries those that hold the words in a field that pages cut. Where an entry is gone, it holds nothing. */
export async function entriesHolding(
  session: OpenedSession,
  ids: readonly string[],
  words: string,
  signal: AbortSignal
): Promise<{ entries: string[] }> {
  const wanted = words.toLowerCase()
  const entries: string[] = []
  for (const id of ids) {
    signal.throwIfAborted()
    const entry = await session.entry(id)
    const fields = entry ? (clipEntry(entry).clipped ?? []) : []
    if (entry && fields.some(({ field }) => fieldText(entry, field).toLowerCase().includes(wanted))) entries.push(id)
  }
  return { entries }
}
