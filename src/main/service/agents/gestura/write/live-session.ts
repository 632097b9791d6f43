import { join } from 'node:path'
import { fail } from '@shared/ipc/errors'
import type { GesturaPlaces } from '../places'
import { type Fields, fieldsOf } from '../reading/fields'
import { readTextFile } from '../reading/read-file'
import { findSession } from '../sessions/find-session'
import { guiSession } from '../store/gui-import'
import { loadSession, type SessionError } from '../store/session-store'

/** A session that gestura itself would open, with its text. */
export interface LiveSession {
  readonly path: string
  readonly text: string
  readonly session: Fields
}

const advice = 'Put the session back to a checkpoint first, which writes its file anew.'

/** The session in the folder that the agent opens sessions from. Fails with the agent's own kind of error in `data.error`. */
export function liveSession(places: GesturaPlaces, sessionId: string): LiveSession {
  return sessionIn(places, places.liveSessions, sessionId)
}

/** Of an older layout too, where its file is one that the agent's type of today takes. */
export function anySession(places: GesturaPlaces, sessionId: string): LiveSession {
  const [place] = findSession(places, sessionId)
  if (place?.kind === 'gui') {
    const element = guiSession(place.path, sessionId)
    if (element === null) {
      return fail('session.unreadable', `gestura could not read ${place.path}.`, { data: { error: 'Json' } })
    }
    return { path: place.path, text: element.text, session: fieldsOf(JSON.parse(element.text)) }
  }
  return sessionIn(places, place?.folder.path ?? places.liveSessions, sessionId, place?.stem)
}

/** `stem` is the file's name where that is not the id. */
function sessionIn(places: GesturaPlaces, folder: string, sessionId: string, stem = sessionId): LiveSession {
  const path = join(folder, `${stem}.json`)
  const loaded = loadSession(folder, stem)
  if (!loaded.ok) return refuse(places, sessionId, path, loaded.error, loaded.why)
  const file = readTextFile(path)
  if (file.state !== 'read') return refuse(places, sessionId, path, 'NotFound', 'there is no such file')
  return { path, text: file.text, session: loaded.value }
}

function refuse(places: GesturaPlaces, sessionId: string, path: string, error: SessionError, why: string): never {
  const [place] = findSession(places, sessionId)
  if (error === 'NotFound' && place !== undefined) {
    return fail('refused', `gestura of today does not open this session from where it lies (${place.path}).`, {
      advice: 'Make a fork of it: that is written where gestura opens sessions from.',
      data: { error, path: place.path }
    })
  }
  const code = error === 'NotFound' ? 'session.gone' : error === 'InvalidInput' ? 'refused' : 'session.unreadable'
  return fail(code, `gestura would not open this session: ${why}.`, { advice, data: { error, path } })
}
