import { compareKeys, type MessageKey, type MessageStore } from '../records/stored'

/** Messages up to one that was the last when the session was opened: what opencode adds afterwards belongs to the next opening. */
export function messagesThrough(messages: MessageStore, last: MessageKey | null): MessageStore {
  const isIn = (key: MessageKey) => last !== null && compareKeys(key, last) <= 0
  return {
    before: (key, count) => {
      if (last === null) return []
      if (key !== null && isIn(key)) return messages.before(key, count)
      // An undo may have removed it meanwhile.
      if (messages.keyOf(last.id) === null) return messages.before(last, count)
      return [last, ...messages.before(last, count - 1)]
    },
    from: (key, count) => messages.from(key, count).filter(isIn),
    load: (key) => messages.load(key),
    loadWithoutCalls: (key) => messages.loadWithoutCalls(key),
    countBefore: (key) => messages.countBefore(key),
    keyOf: (id) => {
      const key = messages.keyOf(id)
      return key !== null && isIn(key) ? key : null
    },
    count: () => messages.count(),
    outlined: (from) => messages.outlined(from).filter(isIn)
  }
}
