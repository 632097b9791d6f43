import { fail } from '@shared/ipc/errors'
import type { OpenedSession, SourceLocation } from '../../adapter'
import { fingerprintOf, statOf } from '../../file-store/names-in'
import { LineSession } from '../../lines/line-session'
import { findSession } from '../files/find-session'
import { openSessionBytes } from '../files/open-session-bytes'
import { Workspaces } from '../files/project-folders'
import { otherFolderFindings } from '../listing/other-folder'
import { readSession } from '../listing/read-session'
import { type GeminiPlaces, placesOf } from '../places'
import { findGone, goneSessionFingerprint, openGone } from './open-gone'
import { TranscriptFormat } from './transcript-format'

/** Opens a transcript, or what was typed in one that is gone. Throws `not.found` or `session.unreadable`. */
export function openSession(source: SourceLocation, id: string): OpenedSession {
  const places = placesOf(source)
  const file = findSession(places, id)
  if (file === null) return openGone(places, id) ?? notFound(places, id)
  const workspaces = new Workspaces(places)
  const read = readSession(file, workspaces)
  if (read === null) return notFound(places, id)
  if (read.listed.state === 'unreadable') {
    return fail('session.unreadable', read.findings[0]?.what ?? 'It cannot be read.')
  }
  const findings = [...read.findings, ...otherFolderFindings(places, file.group.project, workspaces)]
  return new LineSession(new TranscriptFormat(file.path, { ...read, findings }, () => openSessionBytes(file.path)))
}

function notFound({ root }: GeminiPlaces, id: string): never {
  return fail('not.found', `There is no session ${id.slice(0, 80)} in ${root}.`)
}

/** Null when there is nothing of the session. */
export function sessionFingerprint(source: SourceLocation, id: string): string | null {
  const places = placesOf(source)
  const file = findSession(places, id)
  if (file === null) {
    const gone = findGone(places, id)
    return gone === null ? null : goneSessionFingerprint(gone.project)
  }
  return [file.path, ...file.others]
    .map((path) => statOf(path))
    .map((stat) => (stat ? fingerprintOf(stat) : ''))
    .join('|')
}
