import { bareMasks } from '@shared/domain/mask-sign'
import type { Entry, EntryPage } from '@shared/domain/transcript'
import type { Envelope } from '@shared/ipc/envelope'
import { entryText } from '../tool-facts'

/** An entry that holds the words, and the page to open it by. */
export interface Hit {
  readonly entry: string
  readonly cursor: string
}

export interface FindState {
  readonly hits: readonly Hit[]
  readonly looked: number
  /** Whether the whole session was looked through. */
  readonly done: boolean
}

/** Entries that are asked for at once, when looking and when opening a hit. */
export const findPage = 200
/** More hits than these help nobody; the words are too common. */
const most = 2000

/** Whether the text that an entry shows holds the words; case does not count. */
export function holds(entry: Entry, words: string): boolean {
  // The id of a mask is nowhere to be seen.
  return bareMasks(entryText(entry)).toLowerCase().includes(words.toLowerCase())
}

/** What a search asks for: pages, and which entries hold the words in the rest of a field that a page cuts. */
export interface FindSource {
  page(from: string): Promise<Envelope<EntryPage>>
  holding(entries: readonly string[]): Promise<Envelope<{ entries: string[] }>>
}

/** Looks through a session from its start, page by page, and says what it has so far after each. */
export async function* findEntries(words: string, source: FindSource): AsyncGenerator<FindState> {
  const hits: Hit[] = []
  let looked = 0
  for (let cursor: string | null = 'start'; cursor !== null && hits.length < most; ) {
    const from: string = cursor
    const answer = await source.page(from)
    if (!answer.ok) return
    const { entries } = answer.value
    const cut = entries.filter((entry) => entry.clipped && !holds(entry, words)).map(({ id }) => id)
    const rest = cut.length === 0 ? null : await source.holding(cut)
    if (rest && !rest.ok) return
    const inRest = new Set(rest?.value.entries)
    for (const entry of entries)
      if (inRest.has(entry.id) || holds(entry, words)) hits.push({ entry: entry.id, cursor: from })
    looked += answer.value.entries.length
    cursor = answer.value.entries.length === 0 ? null : answer.value.after
    yield { hits: [...hits], looked, done: cursor === null }
  }
}
