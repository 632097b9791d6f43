import type { TranscriptRef } from '@shared/domain/session'
import { call } from './bridge'

/** Asks what stands behind a mask of one entry. The answer is kept by nobody but the chip that asked. */
export function revealIn(session: TranscriptRef, entry: string) {
  return async (mask: string) => {
    const answer = await call('transcript.reveal', { session, entry, mask })
    return answer.ok ? { text: answer.value.text } : { problem: answer.error.message }
  }
}
