import { fail } from '@shared/ipc/errors'

/** A place between entries: before the row `eventId` of one part of the lineage. */
export interface Cursor {
  readonly part: number
  readonly eventId: number
}

export function formatCursor(cursor: Cursor): string {
  return `${cursor.part}.${cursor.eventId}`
}

/** Throws `bad.input` for a text that is not a cursor of a session with so many parts. */
export function parseCursor(text: string, parts: number): Cursor {
  const match = /^(\d{1,6})\.(\d{1,16})$/.exec(text)
  const cursor = match ? { part: Number(match[1]), eventId: Number(match[2]) } : null
  if (cursor === null || cursor.part >= parts || !Number.isSafeInteger(cursor.eventId)) {
    return fail('bad.input', 'The cursor is not one of this session.', { advice: 'Start again from `start` or `end`.' })
  }
  return cursor
}
