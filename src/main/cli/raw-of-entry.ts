import type { TranscriptRef } from '@shared/domain/session'
import type { Entry } from '@shared/domain/transcript'
import type { CommandContext } from './command'

/** Native records of an entry as values. What is not JSON stays the text that it is. */
export async function rawOfEntry({ call }: CommandContext, session: TranscriptRef, { id }: Entry): Promise<unknown> {
  let text = ''
  for (let offset: number | null = 0; offset !== null; ) {
    const piece: { text: string; next: number | null } = await call('transcript.raw', { session, entry: id, offset })
    text += piece.text
    offset = piece.next
  }
  return jsonOf(text) ?? recordsOf(text) ?? text
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Several records, with an empty line between them: no JSON text has one inside. */
function recordsOf(text: string): unknown[] | undefined {
  const records = text.split(/\n\s*\n/).map(jsonOf)
  return records.includes(undefined) ? undefined : records
}
