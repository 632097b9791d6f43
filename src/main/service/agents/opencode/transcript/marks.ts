import { asTime } from '../../json-access'
import { timeOf } from '../records/prompt'
import type { SessionInfo } from '../records/session-info'
import { compareKeys, type MessageKey, type MessageStore, objectOf } from '../records/stored'
import { entryId, type Item } from './item'

/** What the session as a whole says about its messages. */
export interface Marks {
  /** Set for a fork: what was begun before this time was copied from its origin, which opencode names nowhere. */
  readonly forkedAt: number | null
  readonly revert: { readonly key: MessageKey; readonly part: string | null } | null
}

export function marksOf(info: SessionInfo, messages: MessageStore): Marks {
  const [first] = messages.from(null, 1)
  const firstAt = first === undefined ? null : begunAt(messages, first)
  const forked = info.parent === null && info.createdAt !== null && firstAt !== null && firstAt < info.createdAt
  const key = info.revert === null ? null : messages.keyOf(info.revert.message)
  return {
    forkedAt: forked ? info.createdAt : null,
    revert: key === null ? null : { key, part: info.revert?.part ?? null }
  }
}

function begunAt(messages: MessageStore, key: MessageKey): number | null {
  const { info, record } = messages.load(key)
  return asTime(timeOf(info ?? objectOf(record)).created)
}

/** Marks the entries of one message, and puts the divider of an undo before what it hides. */
export function mark(items: readonly Item[], { forkedAt, revert }: Marks): readonly Item[] {
  const inherited = items.map((item) => {
    const copied = forkedAt !== null && item.messageAt !== null && item.messageAt < forkedAt
    return copied ? { ...item, entry: { ...item.entry, inherited: true as const } } : item
  })
  const [first] = inherited
  if (revert === null || first === undefined) return inherited
  const order = compareKeys(first.key, revert.key)
  if (order < 0) return inherited
  const by = entryId(revert.key.id, 'revert')
  const hide = (item: Item): Item => ({ ...item, entry: { ...item.entry, parent: by } })
  if (order > 0) return inherited.map(hide)
  const { part } = revert
  const start = part === null ? 0 : inherited.findIndex(({ records }) => records.some(({ id }) => id >= part))
  const from = start < 0 ? inherited.length : start
  const divider: Item = {
    key: revert.key,
    entry: {
      id: by,
      kind: 'notice',
      notice: 'rewind',
      at: first.messageAt,
      text: 'Undone from here on. opencode hides what follows, and removes it when the next prompt is sent.'
    },
    records: [],
    images: [],
    messageAt: first.messageAt
  }
  return [...inherited.slice(0, from), divider, ...inherited.slice(from).map(hide)]
}
