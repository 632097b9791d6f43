import { fail } from '@shared/ipc/errors'
import type { MessageKey } from '../records/stored'

/** A place before the n-th entry of a message. */
export interface Cursor {
  readonly key: MessageKey
  readonly index: number
}

const written = /^m(\d{1,16})\.(\d{1,9})\.([\s\S]{0,400})$/

export function formatCursor({ key, index }: Cursor): string {
  return `m${key.at}.${index}.${key.id}`
}

export function parseCursor(text: string): Cursor {
  const match = written.exec(text)
  if (match === null) {
    return fail('bad.input', 'The cursor is not one of this session.', { advice: 'Start again from `start` or `end`.' })
  }
  return { key: { at: Number(match[1]), id: match[3] ?? '' }, index: Number(match[2]) }
}
