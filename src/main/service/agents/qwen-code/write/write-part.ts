import { fail } from '@shared/ipc/errors'
import { endOfEntry } from '../../file-store/end-of-entry'
import { fileWritePart, type Ground } from '../../file-store/file-write-part'
import { checkCopyable } from '../../file-store/largest-copy'
import { withOwnMove } from '../../file-store/moved-by'
import { liveEnd } from '../../file-store/new-session-words'
import { planAlone } from '../../file-store/plan-back'
import { readTree } from '../../file-store/record-tree'
import { withBytes } from '../../lines/byte-source'
import { isOpen } from '../files/is-open'
import { findSession } from '../files/session-files'
import { sessionParts } from '../files/session-parts'
import { placesOf } from '../places'
import { openSession } from '../transcript/open-session'
import { newSession, type Origin } from './new-session'
import { findSnapshot, planRestore, recordBefore } from './plan-restore'
import { recordFacts } from './record-facts'
import { verifyWritten } from './verify-written'

/** What of a Qwen Code home can be changed. */
export const write = fileWritePart({
  parts: (source, sessionId) => sessionParts(placesOf(source), sessionId),
  open: openSession,
  folders: (source) => [placesOf(source).projects, placesOf(source).fileHistory],
  stays: [
    { what: 'What was typed in it', because: 'it may also stand in logs.json, the list of prompts of the directory' }
  ],
  isOpen: (source, sessionId) => isOpen(placesOf(source), sessionId),
  async newSession(ground, { entry, checkpoint, workspace, moves = [] }) {
    const origin = originOf(ground)
    const own = () =>
      checkpoint === null ? liveEnd(origin.tree) : recordBefore(origin, findSnapshot(origin, checkpoint))
    const leaf = entry === null ? own() : await endOfEntry(origin.tree, ground.session, entry)
    return planAlone(
      ground.session.summary.title,
      newSession(origin, leaf, workspace, withOwnMove(ground.session, workspace, moves))
    )
  },
  restore: async (ground, checkpoint) => planRestore(ground, originOf(ground), checkpoint),
  verify: verifyWritten
})

function originOf({ source, sessionId }: Ground): Origin {
  const places = placesOf(source)
  const file = findSession(places, sessionId)
  if (file === null) return fail('session.gone', `The transcript of session ${sessionId} is gone.`)
  checkCopyable([file.path])
  return { places, file, tree: withBytes(file.path, (bytes) => readTree(bytes, recordFacts)) }
}
