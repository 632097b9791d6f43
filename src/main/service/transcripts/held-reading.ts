import type { OpenedSession } from '../agents/adapter'

interface Held {
  readonly key: string
  readonly value: Promise<unknown>
}

/** At most one for each opened session, and gone with it: a changed session is opened anew, so nothing old is ever held. */
const held = new WeakMap<OpenedSession, Held>()

/**
 * One piece of something long of a session, such as the text of an entry. What it is cut from is read once and held while it is asked for piece by
 * piece; after the last piece (`next` is null), another key or a failure it is let go. Else each of the pieces of a text would parse all of it again.
 */
export async function heldPiece<T, P extends { readonly next: number | null }>(
  session: OpenedSession,
  key: string,
  read: () => Promise<T>,
  cut: (value: T) => P
): Promise<P> {
  const known = held.get(session)
  const one: Held = known?.key === key ? known : { key, value: read() }
  held.set(session, one)
  const letGo = () => held.get(session) === one && held.delete(session)
  try {
    const piece = cut((await one.value) as T)
    if (piece.next === null) letGo()
    return piece
  } catch (error) {
    letGo()
    throw error
  }
}
