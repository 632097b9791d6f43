import { basename, join } from 'node:path'
import { fail } from '@shared/ipc/errors'
import type { PlanDraft } from '../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../adapter'
import { checkCopyable } from '../../file-store/largest-copy'
import { newWorkspace } from '../../file-store/new-workspace'
import { uuidSeven } from '../../file-store/uuid-seven'
import { withBytes } from '../../lines/byte-source'
import { asLatinJson } from '../../lines/record-line'
import { rewriteLog } from '../../lines/rewrite-log'
import type { ImportSession } from '../../write-part'
import { findSession } from '../files/find-session'
import { listSession } from '../listing/scan'
import { openSession } from '../transcript/open-session'
import { folderOf } from './new-session'

/** A session from elsewhere with all its branches: the header gets a new id and the directory of here, everything else stays byte for byte. */
export function planImport(
  source: SourceLocation,
  { sessionId, from, workspace }: ImportSession,
  reading: Reading
): PlanDraft {
  const file = findSession(from.root, sessionId)
  if (file === null) return fail('session.gone', 'The file of this session did not come along.')
  checkCopyable([file.path])
  const session = openSession(file, listSession(file))
  const { title } = session.summary
  session.close()
  const cwd = newWorkspace(workspace)
  const id = uuidSeven(reading.now())
  const members = { id: asLatinJson(id), cwd: asLatinJson(cwd) }
  const content = withBytes(file.path, (bytes) =>
    rewriteLog(bytes, ({ type }, index) => (index === 0 && type === 'session' ? members : noChange))
  )
  const at =
    /^(\d{4}-\d\d-\d\dT[\d-]+Z)_/.exec(basename(file.path))?.[1] ??
    new Date(reading.now()).toISOString().replace(/[:.]/g, '-')
  return {
    title,
    created: id,
    steps: [
      {
        ...{ id: 'session', what: 'session', approvedRoot: source.root, mode: 0o644, content },
        path: join(source.root, 'sessions', folderOf(cwd), `${at}_${id}.jsonl`),
        because: 'a new session with all of its branches'
      }
    ],
    conflicts: [],
    cannot: [{ what: 'Files in the working directory', because: 'pi keeps no copies of files' }],
    notes: [`The new session is pi:${id}.`],
    inputs: []
  }
}

const noChange: Readonly<Record<string, string>> = {}
