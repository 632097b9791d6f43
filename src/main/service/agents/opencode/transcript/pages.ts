import type { EntryPage } from '@shared/domain/transcript'
import type { PageRequest } from '../../adapter'
import { compareKeys, type MessageKey, type MessageStore } from '../records/stored'
import { type Cursor, formatCursor, parseCursor } from './cursor'
import type { Item } from './item'
import { type Marks, mark } from './marks'
import { projectMessage } from './project'

/** Messages that are looked up at once; each is read by itself, so that a page reads no more than it shows. */
const batch = 32

interface Placed {
  readonly item: Item
  readonly index: number
}

export function itemsOf(messages: MessageStore, key: MessageKey, marks: Marks): readonly Item[] {
  return mark(projectMessage(messages.load(key)), marks)
}

export function readPage(messages: MessageStore, marks: Marks, request: PageRequest): EntryPage {
  const { from, limit } = request
  const cursor = from === 'start' || from === 'end' ? null : parseCursor(from)
  return request.direction === 'backward'
    ? pageBefore(messages, marks, from === 'start' ? 'start' : cursor, limit)
    : pageFrom(messages, marks, from === 'end' ? 'end' : cursor, limit)
}

/** Entries before a cursor; before the end when that is null. One more is looked for, to know whether there is any. */
function pageBefore(messages: MessageStore, marks: Marks, cursor: Cursor | null | 'start', limit: number): EntryPage {
  if (cursor === 'start') return { entries: [], before: null, after: 'start' }
  const found: Placed[] = []
  for (const key of keysBackward(messages, cursor)) {
    const items = itemsOf(messages, key, marks)
    const own = cursor !== null && compareKeys(key, cursor.key) === 0
    found.unshift(...items.map((item, index) => ({ item, index })).slice(0, own ? cursor.index : undefined))
    if (found.length > limit) break
  }
  const shown = found.slice(-limit)
  const [first] = shown
  return {
    entries: shown.map(({ item }) => item.entry),
    before: found.length > limit && first !== undefined ? place(first) : null,
    after: cursor === null ? null : formatCursor(cursor)
  }
}

function pageFrom(messages: MessageStore, marks: Marks, cursor: Cursor | null | 'end', limit: number): EntryPage {
  if (cursor === 'end') return { entries: [], before: 'end', after: null }
  const found: Placed[] = []
  for (const key of keysForward(messages, cursor?.key ?? null)) {
    const items = itemsOf(messages, key, marks)
    const own = cursor !== null && compareKeys(key, cursor.key) === 0
    found.push(...items.map((item, index) => ({ item, index })).slice(own ? cursor.index : 0))
    if (found.length > limit) break
  }
  const next = found[limit]
  return {
    entries: found.slice(0, limit).map(({ item }) => item.entry),
    before: cursor === null ? null : formatCursor(cursor),
    after: next === undefined ? null : place(next)
  }
}

function place({ item, index }: Placed): string {
  return formatCursor({ key: item.key, index })
}

/** The message of the cursor first, of which the entries before it are wanted. */
function* keysBackward(messages: MessageStore, cursor: Cursor | null): Iterable<MessageKey> {
  if (cursor !== null && cursor.index > 0) yield cursor.key
  for (let key = cursor?.key ?? null; ; ) {
    const keys = messages.before(key, batch)
    yield* keys
    key = keys.at(-1) ?? null
    if (keys.length < batch) return
  }
}

function* keysForward(messages: MessageStore, start: MessageKey | null): Iterable<MessageKey> {
  let key = start
  for (let skip = false; ; skip = true) {
    const keys = messages.from(key, batch)
    yield* skip ? keys.slice(1) : keys
    key = keys.at(-1) ?? null
    if (keys.length < batch) return
  }
}
