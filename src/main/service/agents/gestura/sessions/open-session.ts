import { fail } from '@shared/ipc/errors'
import type { OpenedSession, SourceLocation } from '../../adapter'
import { placesOf } from '../places'
import { SessionTranscript } from '../transcript/session-transcript'
import { findSession, readSessionAt } from './find-session'
import { hiddenByNewer } from './session-findings'

/** Opens a session of any era. Expected failures: `session.gone`, `session.unreadable`. */
export function openSession(source: SourceLocation, id: string): OpenedSession {
  const [place, ...older] = findSession(placesOf(source), id)
  const read = place === undefined ? null : readSessionAt(place, id)
  if (place === undefined || read === null) {
    return fail('session.gone', `There is no session ${JSON.stringify(id)} in ${source.root} any more.`, {
      advice: 'If it has checkpoints, put it back to one of them.'
    })
  }
  if (read.session === null) {
    const { findings } = read.judge()
    return fail('session.unreadable', findings[0]?.what ?? `The session in ${read.path} cannot be read.`, {
      advice: 'If it has checkpoints, put it back to one of them.',
      data: { path: read.path, findings }
    })
  }
  return new SessionTranscript(
    read,
    read.session,
    older.map((hidden) => hiddenByNewer(hidden.path, read.path))
  )
}

/** Changes when a session's file changes, or when another file of its id appears; null when there is none. */
export function sessionFingerprint(source: SourceLocation, id: string): string | null {
  const found = findSession(placesOf(source), id)
  return found.length === 0 ? null : found.map(({ path, fingerprint }) => `${path}:${fingerprint}`).join('|')
}
