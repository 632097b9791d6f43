import type { ConfigDocument, ConfigEntry } from '@shared/domain/config'
import type { OutputOf } from '@shared/ipc/contract'
import { pageWithin } from '../transcripts/answer-size'

/** A document's head with its findings, or one value of it. */
type Piece = { readonly of: ConfigDocument; readonly entry: ConfigEntry | null }

/** Documents and their values from `offset` on, as many as one answer holds. The findings of a document come with its head. */
export function pageOfDocuments(documents: readonly ConfigDocument[], offset: number): OutputOf<'config.show'> {
  const pieces = documents.flatMap((of): Piece[] => [
    { of, entry: null },
    ...of.entries.map((entry) => ({ of, entry }))
  ])
  const sizes = pieces.map(({ of, entry }) => entry ?? { ...of, entries: [] })
  const { taken, ...cut } = pageWithin(sizes, offset)
  const page: ConfigDocument[] = []
  let last: ConfigDocument | null = null
  for (const { of, entry } of pieces.slice(offset, offset + taken.length)) {
    if (of !== last) page.push({ ...of, entries: [], findings: entry === null ? of.findings : [] })
    last = of
    if (entry !== null) page.at(-1)?.entries.push(entry)
  }
  return { documents: page, ...cut }
}
