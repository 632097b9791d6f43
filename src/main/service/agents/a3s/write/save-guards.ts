import { basename } from 'node:path'
import type { SourceKey } from '../../adapter'
import { type Answer, answer, refuse } from '../store/answer'
import { sessionFile } from '../store/layout'
import { readDocument } from '../store/load-session'
import { linkOutside } from '../store/read-bytes'
import { fitsFileSystem } from './atomic-write'

/**
 * Whether the agent could save a session of that id again and again: the log takes it, and so does the file system. The crate looks only after
 * its intent is in the log, where it then stays open for ever (format 1.1).
 */
export function idProblem(root: string, id: string): Answer<null> {
  if (id === '' || /[\0\r\n]/.test(id)) return refuse('wal-entry-invalid', 'session store WAL sessionId is invalid')
  const path = sessionFile(root, id)
  if (fitsFileSystem(path)) return answer(null)
  return refuse(
    'name-too-long',
    `failed to inspect session store path: File name too long: ${basename(path).length} characters for an id of ${Buffer.byteLength(id)} bytes`
  )
}

/**
 * Whether a save may take the place of the file that is there. The crate does not look: it writes plain text over a sealed session, and over
 * whatever is damaged, foreign or of another session (format 7.1, 9).
 */
export function presentFileProblem(root: string, id: string, key: SourceKey): Answer<null> {
  const path = sessionFile(root, id)
  const outside = linkOutside(root, path)
  if (outside !== null) return refuse('link-leaves-store', outside)
  const present = readDocument(root, path, key)
  if (!present.ok) return wouldLose(path, present.error)
  if (present.value !== null && present.value.id !== id) {
    return wouldLose(path, `it holds the session ${JSON.stringify(present.value.id)}`)
  }
  return answer(null)
}

function wouldLose(path: string, why: string) {
  return refuse('would-lose-data', `${path} is left as it is, since its present content would be lost: ${why}`)
}
