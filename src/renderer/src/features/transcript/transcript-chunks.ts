import type { Entry, EntryPage } from '@shared/domain/transcript'

export const pageLimit = 60
/** Entries kept in the page at most; beyond that, whole chunks go on the side away from the reader. */
export const keptEntries = 1200

/** The loaded stretch of a transcript, as the pages that it came in. Cursors lie between chunks. */
export type Chunks = readonly EntryPage[]

export const entriesOf = (chunks: Chunks): readonly Entry[] => chunks.flatMap((chunk) => chunk.entries)

export const startOf = (chunks: Chunks): string | null => chunks[0]?.before ?? null
export const endOf = (chunks: Chunks): string | null => chunks.at(-1)?.after ?? null

/** Adds an older page in front and lets the far end go when it is too much. */
export function prepend(chunks: Chunks, page: EntryPage): Chunks {
  if (page.entries.length === 0) return replaceEdge(chunks, 'before', page.before)
  let kept = [page, ...chunks]
  while (kept.length > 2 && total(kept) > keptEntries) kept = kept.slice(0, -1)
  return withEdges(kept)
}

/** Adds a newer page behind and lets the far start go when it is too much. */
export function append(chunks: Chunks, page: EntryPage): Chunks {
  if (page.entries.length === 0) return replaceEdge(chunks, 'after', page.after)
  let kept = [...chunks, page]
  while (kept.length > 2 && total(kept) > keptEntries) kept = kept.slice(1)
  return withEdges(kept)
}

/**
 * A cursor close to an entry, to come back to: that of the chunk that holds it, or of the last prompt before it when that is
 * closer. null only for a start of a session that has no cursor of its own.
 */
export function cursorNear(chunks: Chunks, entry: string, prompts: ReadonlyMap<string, string>): string | null {
  let near: string | null = null
  for (const chunk of chunks) {
    near = chunk.before ?? 'start'
    for (const candidate of chunk.entries) {
      near = prompts.get(candidate.id) ?? near
      if (candidate.id === entry) return near
    }
  }
  return near
}

/** Whether a fresh page starts with the same entries as a held one, so that only what follows can be new. */
export function continues(held: EntryPage, fresh: EntryPage): boolean {
  return held.entries.every((entry, i) => fresh.entries[i]?.id === entry.id)
}

const total = (chunks: Chunks) => chunks.reduce((sum, chunk) => sum + chunk.entries.length, 0)

function replaceEdge(chunks: Chunks, side: 'before' | 'after', cursor: string | null): Chunks {
  const at = side === 'before' ? 0 : chunks.length - 1
  return chunks.map((chunk, i) => (i === at ? { ...chunk, [side]: cursor } : chunk))
}

/** A page that was asked from one side may not say where its other side goes on; its neighbour does. */
function withEdges(chunks: Chunks): Chunks {
  return chunks.map((chunk, i) => ({
    ...chunk,
    before: i === 0 ? chunk.before : (chunk.before ?? chunks[i - 1]?.after ?? null),
    after: i === chunks.length - 1 ? chunk.after : (chunk.after ?? chunks[i + 1]?.before ?? null)
  }))
}
