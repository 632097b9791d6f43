import { setTimeout as pause } from 'node:timers/promises'
import { fail } from '@shared/ipc/errors'
import type { StepDraft } from '../../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../../adapter'
import { fileStamp } from '../../reading/fingerprint'
import { sessionParts } from './session-parts'

const attempts = 5
const settleMs = 40

/** The files of a session as they all were at one moment: read again until none of them changed meanwhile. Takes no lock. */
export async function captureSession(
  source: SourceLocation,
  id: string,
  reading: Reading
): Promise<readonly StepDraft[]> {
  for (let attempt = 1; ; attempt++) {
    reading.signal.throwIfAborted()
    const parts = sessionParts(source, id, reading.key)
    const stamps = parts.map((part) => fileStamp(part.path))
    const again = sessionParts(source, id, reading.key)
    if (same(parts, again) && again.every((part, at) => fileStamp(part.path) === stamps[at])) return again
    if (attempt === attempts) {
      fail('source.locked', `a3s is writing session ${JSON.stringify(id)} right now.`, {
        advice: 'Wait until it has finished, then try again.'
      })
    }
    await pause(settleMs * attempt, undefined, { signal: reading.signal })
  }
}

function same(one: readonly StepDraft[], other: readonly StepDraft[]): boolean {
  return (
    one.length === other.length && one.every((part, at) => part.path === other[at]?.path && sameBytes(part, other[at]))
  )
}

function sameBytes({ content: one }: StepDraft, { content: other }: StepDraft): boolean {
  return one === null || other === null ? one === other : Buffer.compare(one, other) === 0
}
