import { basename, join } from 'node:path'
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
import { findSession, sessionFiles } from '../files/session-files'
import { sessionParts } from '../files/session-parts'
import { listSession } from '../listing/list-session'
import { readStart } from '../records/session-start'
import { openSession } from '../transcript/open-session'
import { newSession, type Origin } from './new-session'
import { planImport } from './plan-import'
import { recordFacts } from './record-facts'

/** What of droid's folder can be changed. droid keeps no copies of files, so there is only the conversation to go back to. */
export const write = withImport(
  fileWritePart({
    parts: ({ root }, sessionId) => sessionParts(root, sessionId),
    open: ({ root }, sessionId) => {
      const file = findSession(root, sessionId)
      if (file === null) return fail('not.found', `There is no session ${sessionId.slice(0, 80)} in ${root}.`)
      return openSession(file, listSession(file))
    },
    folders: ({ root }) => [join(root, 'sessions')],
    stays: [
      { what: "A copy in Factory's cloud", because: 'droid may have put one there, and nothing leaves this machine' }
    ],
    async newSession(ground, { entry, workspace }) {
      const origin = originOf(ground)
      const leaf = entry === null ? liveEnd(origin.tree) : await endOfEntry(origin.tree, ground.session, entry)
      return planAlone(ground.session.summary.title, newSession(origin, leaf, workspace))
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
    return { source, file, start: first?.kind === 'record' ? first.value : null, tree: readTree(bytes, recordFacts) }
  })
}

/** Reads back the files that were written: the id of the name, and all of it on the way from the last message. */
function verifyWritten({ root }: SourceLocation, paths: readonly string[]): readonly Finding[] {
  const written = new Set(paths)
  return sessionFiles(root).flatMap(({ path }) => {
    if (!written.has(path)) return []
    const chain = chainFindings('droid', path, recordFacts)
    if (startedId(path) === basename(path, '.jsonl')) return chain
    const what = 'The new session carries another id than its name.'
    return [{ code: 'droid.restore.id', severity: 'problem', what, where: path }, ...chain]
  })
}

function startedId(path: string): string | null {
  return withBytes(path, (source) => {
    const [first] = recordsFrom(source, 0)
    return first?.kind === 'record' ? (readStart(first.value)?.id ?? null) : null
  })
}
