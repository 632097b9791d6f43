import type { SessionRef } from '@shared/domain/session'
import type { ClippedField } from '@shared/domain/transcript'
import type { Envelope } from '@shared/ipc/envelope'
import type { Failure } from '@shared/ipc/errors'
import { call } from '../../state/bridge'

type Piece = { readonly text: string; readonly next: number | null }

/** Fetches all of a clipped field, piece by piece. */
export function fetchWhole(
  session: SessionRef,
  entry: string,
  field: ClippedField['field']
): Promise<string | Failure> {
  return joined((offset) => call('transcript.text', { session, entry, field, offset }))
}

/** Fetches the native records of an entry as text. */
export function fetchRaw(session: SessionRef, entry: string): Promise<string | Failure> {
  return joined((offset) => call('transcript.raw', { session, entry, offset }))
}

async function joined(ask: (offset: number) => Promise<Envelope<Piece>>): Promise<string | Failure> {
  const pieces: string[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const answer: Envelope<Piece> = await ask(offset)
    if (!answer.ok) return answer.error
    pieces.push(answer.value.text)
    offset = answer.value.next
  }
  return pieces.join('')
}
