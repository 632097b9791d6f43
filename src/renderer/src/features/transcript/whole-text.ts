import type { SessionRef } from '@shared/domain/session'
import type { ClippedField } from '@shared/domain/transcript'
import type { Failure } from '@shared/ipc/errors'
import { call } from '../../state/bridge'

/** Fetches all of a clipped field, piece by piece. */
export async function fetchWhole(
  session: SessionRef,
  entry: string,
  field: ClippedField['field']
): Promise<string | Failure> {
  const pieces: string[] = []
  let offset: number | null = 0
  while (offset !== null) {
    const answer: Awaited<ReturnType<typeof call<'transcript.text'>>> = await call('transcript.text', {
      session,
      entry,
      field,
      offset
    })
    if (!answer.ok) return answer.error
    pieces.push(answer.value.text)
    offset = answer.value.next
  }
  return pieces.join('')
}

/** Fetches the native records of an entry as text. */
export async function fetchRaw(session: SessionRef, entry: string): Promise<string | Failure> {
  const pieces: string[] = []
  let offset: number | null = 0
  while (offset !== null) {
    const answer: Awaited<ReturnType<typeof call<'transcript.raw'>>> = await call('transcript.raw', {
      session,
      entry,
      offset
    })
    if (!answer.ok) return answer.error
    pieces.push(answer.value.text)
    offset = answer.value.next
  }
  return pieces.join('')
}
