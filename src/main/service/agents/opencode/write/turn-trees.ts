import type { Reading } from '../../adapter'
import { promptOf, roleOf } from '../records/prompt'
import { type MessageKey, objectOf, objectsOf } from '../records/stored'
import type { FoundSession } from '../sessions/found-session'
import { withMessages } from '../sessions/message-store'

type Part = Readonly<Record<string, unknown>>

/** What a session says of the files from one point of it on. */
export interface TurnTrees {
  /** What was asked there; null for the point before an undo. */
  readonly prompt: string | null
  /** The tree of the files as they were then. */
  readonly tree: string | null
  /** The newest tree of the session: what opencode itself left behind. */
  readonly newest: string | null
  /** Files that opencode changed since, as it names them. */
  readonly changed: ReadonlySet<string>
}

const batch = 400
/** Behind the id of a message: the files as they were before `/undo` went back to it. */
export const undoSuffix = ':undo'

/** The trees around a checkpoint; null when the session has none of that id. */
export async function turnTrees(
  session: FoundSession,
  checkpoint: string,
  reading: Reading
): Promise<TurnTrees | null> {
  const { revert } = session.info
  const isUndo = revert !== null && checkpoint === `${revert.message}${undoSuffix}`
  const from = isUndo ? revert.message : checkpoint
  const found = { prompt: null as string | null, tree: null as string | null, newest: null as string | null }
  const changed = new Set<string>()
  let isThere = false
  let isOver = false
  for await (const { id, value, parts } of messagesOf(session, reading)) {
    const prompt = roleOf(value) === 'user' ? promptOf(parts) : ''
    if (id === from) {
      isThere = true
      found.prompt = isUndo ? null : prompt
    } else if (isThere && prompt.trim() !== '') isOver = true
    for (const part of parts) {
      if (isThere && !isOver) found.tree ??= treeOf(part)
      found.newest = treeOf(part) ?? found.newest
      if (isThere && part.type === 'patch') for (const file of filesOf(part)) changed.add(file)
    }
  }
  if (isUndo) return { ...found, tree: revert.snapshot, changed }
  return isThere ? { ...found, changed } : null
}

function treeOf(part: Part): string | null {
  if (part.type === 'step-start' || part.type === 'step-finish' || part.type === 'snapshot')
    return nameIn(part.snapshot)
  return null
}

function nameIn(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function filesOf(part: Part): readonly string[] {
  return Array.isArray(part.files) ? part.files.filter((file) => typeof file === 'string') : []
}

async function* messagesOf(session: FoundSession, reading: Reading) {
  for (let next: MessageKey | null = null, more = true; more; ) {
    reading.signal.throwIfAborted()
    const from: MessageKey | null = next
    const read = await withMessages(session, reading, (messages) => {
      const keys = messages.from(from, batch + 1)
      const taken = keys.slice(0, batch).map((key) => {
        const message = messages.loadWithoutCalls(key)
        return { id: key.id, value: message.info ?? objectOf(message.record), parts: objectsOf(message.parts) }
      })
      return { taken, next: keys[batch] ?? null }
    })
    yield* read.taken
    next = read.next
    more = next !== null
  }
}
