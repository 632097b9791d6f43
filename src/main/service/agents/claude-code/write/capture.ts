import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fail } from '@shared/ipc/errors'
import type { FileStepDraft } from '../../../restore/plan-draft'
import type { Reading, SessionPart, SourceLocation } from '../../adapter'
import { placesOf } from '../places'
import { fingerprintOf, statOf } from '../sessions/find-session'
import { sessionParts } from '../sessions/session-parts'
import { ownStep } from './steps'

const attempts = 5
const lineFeed = 0x0a

/**
 * Every file of a session, byte for byte. Files are read again while one of them changes. Where Claude Code goes on writing, transcripts are taken
 * up to their last whole line: they are only ever appended to, so that is the session as it was a moment ago.
 */
export async function captureSession(
  source: SourceLocation,
  sessionId: string,
  reading: Reading
): Promise<readonly FileStepDraft[]> {
  const places = placesOf(source)
  for (let attempt = 1; ; attempt++) {
    const parts = sessionParts(places, sessionId)
    if (parts.length === 0) {
      fail('session.gone', `There is nothing of session ${sessionId} in ${source.root} any more.`)
    }
    const before = statesOf(parts)
    const steps = parts.flatMap((part, index) => keptStep(places, part, index))
    if (statesOf(sessionParts(places, sessionId)) === before) return steps
    if (attempt === attempts) return steps.map(upToWholeLine)
    reading.signal.throwIfAborted()
    await pause(20 * attempt)
  }
}

/** None of a file that has gone meanwhile. */
function keptStep(
  places: ReturnType<typeof placesOf>,
  { path, what }: SessionPart,
  index: number
): readonly FileStepDraft[] {
  const stat = statOf(path)
  if (stat === null) return []
  const id = index === 0 ? 'session' : `part-${index + 1}`
  const content = readFileSync(path)
  return [ownStep(places, { id, what, path, content, mode: stat.mode & 0o777, because: 'as it was kept' })]
}

function upToWholeLine(step: FileStepDraft): FileStepDraft {
  const { content } = step
  if (content === null || !step.path.endsWith('.jsonl')) return step
  return { ...step, content: content.subarray(0, content.lastIndexOf(lineFeed) + 1) }
}

function statesOf(parts: readonly SessionPart[]): string {
  return parts
    .map(({ path }) => {
      const stat = statOf(path)
      return `${path} ${stat === null ? 'absent' : `${fingerprintOf(stat)} ${stat.ctimeMs}`}`
    })
    .join('\n')
}
