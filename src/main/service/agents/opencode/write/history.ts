import { fail } from '@shared/ipc/errors'
import type { Reading } from '../../adapter'
import { type MessageKey, objectOf, type StoredMessage } from '../records/stored'
import type { FoundSession } from '../sessions/found-session'
import { withMessages } from '../sessions/message-store'

/** A session with more text than this is neither kept nor forked: a copy is held in memory while it is made. */
export const largestCopy = 400 * 1024 * 1024

const batch = 200

/** All messages of a session with their parts, in order. Throws `refused` where they are not those of a generation that can be written. */
export async function readHistory(session: FoundSession, reading: Reading): Promise<readonly StoredMessage[]> {
  const history: StoredMessage[] = []
  let size = 0
  for (let next: MessageKey | null = null, more = true; more; ) {
    reading.signal.throwIfAborted()
    const from: MessageKey | null = next
    const read = await withMessages(session, reading, (messages) => {
      const keys = messages.from(from, batch + 1)
      return { loaded: keys.slice(0, batch).map((key) => messages.load(key)), next: keys[batch] ?? null }
    })
    for (const message of read.loaded) {
      size += sizeOf(message)
      checkSize(size)
      checkWritable(message)
      history.push(message)
    }
    next = read.next
    more = next !== null
  }
  return history
}

export function checkSize(bytes: number): void {
  if (bytes <= largestCopy) return
  fail('refused', 'This session is too large to be copied.', {
    advice: 'Use the agent itself: `opencode export` writes it into a file.',
    data: { bytes, most: largestCopy }
  })
}

function sizeOf({ record, parts }: StoredMessage): number {
  return parts.reduce((sum, part) => sum + part.text.length, record.text.length)
}

function checkWritable(message: StoredMessage): void {
  if (message.info !== undefined) {
    fail('refused', 'This session is in a format that Reprise has not seen opencode write, so it makes none like it.', {
      advice: 'Use opencode itself: `opencode --session` with `--fork` begins a copy.'
    })
  }
  if ([message.record, ...message.parts].every((record) => objectOf(record) !== null)) return
  fail('refused', 'A message of this session cannot be read, so opencode would not load a copy of it.', {
    data: { message: message.key.id.slice(0, 100) }
  })
}
