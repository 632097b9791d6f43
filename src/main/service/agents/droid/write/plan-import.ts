import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fail } from '@shared/ipc/errors'
import type { FileStepDraft, PlanDraft } from '../../../restore/plan-draft'
import type { SourceLocation } from '../../adapter'
import { checkCopyable } from '../../file-store/largest-copy'
import { newWorkspace } from '../../file-store/new-workspace'
import { withBytes } from '../../lines/byte-source'
import { asLatinJson } from '../../lines/record-line'
import { rewriteLog } from '../../lines/rewrite-log'
import type { ImportSession } from '../../write-part'
import { findSession } from '../files/session-files'
import { sessionParts } from '../files/session-parts'
import { listSession } from '../listing/list-session'
import { openSession } from '../transcript/open-session'
import { folderOf } from './new-session'

/** A session from elsewhere with all its branches: its beginning gets a new id and the directory of here, everything else stays byte for byte. */
export function planImport(source: SourceLocation, { sessionId, from, workspace }: ImportSession): PlanDraft {
  const file = findSession(from.root, sessionId)
  if (file === null) return fail('session.gone', 'The file of this session did not come along.')
  const parts = sessionParts(from.root, sessionId)
  checkCopyable(parts.map(({ path }) => path))
  const session = openSession(file, listSession(file))
  const { title } = session.summary
  session.close()
  const cwd = newWorkspace(workspace)
  const id = randomUUID()
  const folder = join(source.root, 'sessions', folderOf(cwd))
  const steps = parts.map(({ path, because }, index): FileStepDraft => {
    const content = path === file.path ? renamedLog(path, id, cwd) : readFileSync(path)
    const own = index === 0 ? 'session' : `part-${index + 1}`
    const target = join(folder, basename(path).replace(sessionId, id))
    return { id: own, what: 'session', path: target, approvedRoot: source.root, mode: 0o600, content, because }
  })
  return {
    title,
    created: id,
    steps,
    conflicts: [],
    cannot: [{ what: 'Files in the working directory', because: 'droid keeps no copies of files' }],
    notes: [`The new session is droid:${id}.`],
    inputs: []
  }
}

function renamedLog(path: string, id: string, cwd: string): Buffer {
  const members = { id: asLatinJson(id), cwd: asLatinJson(cwd) }
  return withBytes(path, (bytes) =>
    rewriteLog(bytes, ({ type }, index) => (index === 0 && type === 'session_start' ? members : noChange))
  )
}

const noChange: Readonly<Record<string, string>> = {}
