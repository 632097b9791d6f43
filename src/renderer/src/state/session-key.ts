import type { SessionRef } from '@shared/domain/session'

/** One text for a session, for maps and React keys. Sources have no line breaks in their ids, sessions may have anything. */
export function sessionKey(session: SessionRef): string {
  return `${session.source}\n${session.id}`
}

export function sameSession(a: SessionRef | null, b: SessionRef | null): boolean {
  return a === b || (a !== null && b !== null && a.source === b.source && a.id === b.id)
}
