import { join } from 'node:path'
import type { Finding } from '@shared/domain/finding'
import { fail } from '@shared/ipc/errors'
import type { SourceLocation } from '../../adapter'
import { endOfEntry } from '../../file-store/end-of-entry'
import { fileWritePart, type Ground } from '../../file-store/file-write-part'
import { checkCopyable } from '../../file-store/largest-copy'
import { liveEnd } from '../../file-store/new-session-words'
import { planAlone } from '../../file-store/plan-back'
import { readTree } from '../../file-store/record-tree'
import { withImport } from '../../file-store/with-import'
import { chainFindings } from '../../file-store/written-chain'
import { withBytes } from '../../lines/byte-source'
import { recordsFrom } from '../../lines/read-records'
import { findSession, recordedId } from '../files/find-session'
import { idInName, sessionFiles } from '../files/session-files'
import { sessionParts } from '../files/session-parts'
import { listSession } from '../listing/scan'
import { openSession } from '../transcript/open-session'
import { newSession, type Origin } from './new-session'
import { planImport } from './plan-import'
import { recordFacts } from './record-facts'

/** What of an agent folder of pi can be changed. pi has no checkpoints of its own; its `/tree` goes to any entry, and so does a restore to one. */
export const write = withImport(
  fileWritePart({
    parts: ({ root }, sessionId) => sessionParts(root, sessionId),
    open: ({ root }, sessionId) => {
      const file = findSession(root, sessionId)
      if (file === null) return fail('not.found', `There is no session ${sessionId.slice(0, 80)} in ${root}.`)
      return openSession(file, listSession(file))
    },
    folders: ({ root }) => [join(root, 'sessions')],
    stays: [],
    async newSession(ground, { entry, workspace }) {
      const origin = originOf(ground)
      const leaf = entry === null ? liveEnd(origin.tree) : await endOfEntry(origin.tree, ground.session, entry)
      return planAlone(ground.session.summary.title, newSession(origin, leaf, workspace, ground.reading))
    },
    verify: verifyWritten
  }),
  planImport
)

function originOf({ source, sessionId }: Ground): Origin {
  const file = findSession(source.root, sessionId)
  if (file === null) return fail('session.gone', `The file of session ${sessionId} is gone.`)
  checkCopyable([file.path])
  return withBytes(file.path, (bytes) => {
    const [first] = recordsFrom(bytes, 0)
    const header = first?.kind === 'record' ? first.value : null
    return { source, path: file.path, header, tree: readTree(bytes, recordFacts) }
  })
}

/** Reads back the files that were written: the id of the name, and all of it on the way from the last record, which pi goes on from. */
function verifyWritten({ root }: SourceLocation, paths: readonly string[]): readonly Finding[] {
  const written = new Set(paths)
  return sessionFiles(root).flatMap(({ path }) => {
    if (!written.has(path)) return []
    const named = idInName(path)
    const chain = chainFindings('pi', path, recordFacts)
    if (named === null || recordedId(path) === named) return chain
    const what = 'The new session carries another id than its name.'
    return [{ code: 'pi.restore.id', severity: 'problem', what, where: path }, ...chain]
  })
}
