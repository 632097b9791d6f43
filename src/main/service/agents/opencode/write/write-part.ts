import { join } from 'node:path'
import { fail } from '@shared/ipc/errors'
import type { NativeAccess } from '../../../restore/native-store'
import type { NativeStepDraft } from '../../../restore/plan-draft'
import { changeRowTexts } from '../../foreign-sqlite/write/change-row-texts'
import { stateText } from '../../foreign-sqlite/write/state-text'
import type { AdapterChange, WritePart } from '../../write-part'
import { captureSession } from './capture'
import type { SessionEnd } from './choose-end'
import { bareTables } from './fit-rows'
import { exchange, native, targetOf } from './native-store'
import { planDelete } from './plan-delete'
import { planImport, whyNoneNew } from './plan-import'
import { planKept } from './plan-kept'
import { planCopy } from './plan-new-session'
import { planRestore } from './plan-restore'
import { sessionRows } from './session-rows'
import { verifyWritten } from './verify-written'

/** What of opencode can be changed. A conversation goes back by becoming a new session: those that are there stay. */
export const write: WritePart = {
  changes: ['restore', 'restore-to-entry', 'fork', 'delete', 'restore-kept', 'import'],
  forksParts: true,
  async plan(source, change, reading) {
    const { sessionId } = change
    switch (change.kind) {
      case 'restore':
        return planRestore(source, sessionId, change.checkpoint, reading)
      case 'restore-to-entry':
        return planCopy(source, sessionId, { entry: change.entry }, null, reading)
      case 'fork':
        return planCopy(source, sessionId, endOf(change), change.workspace, reading)
      case 'delete':
        return planDelete(source, sessionId, reading)
      case 'restore-kept':
        return planKept(source, sessionId, change.parts, reading)
      case 'import':
        return planImport(source, change, reading)
      default:
        return fail('refused', `opencode has no ${change.kind}.`)
    }
  },
  whyNoneNew,
  verify: (source, id, paths, reading, kind) => verifyWritten(source, id, paths, reading, kind === 'import'),
  capture: captureSession,
  native,
  layOut,
  changeTexts: (content, change) => changeRowTexts(sessionRows, content, { change }),
  stateText: (content) => stateText(sessionRows, content)
}

function endOf({ parts, entry, checkpoint }: Extract<AdapterChange, { kind: 'fork' }>): SessionEnd {
  if (parts !== undefined) {
    return fail('refused', 'A fork of an opencode session begins with the session as it is, not with a kept copy.', {
      advice: 'Put the kept session back first; then fork it.'
    })
  }
  if (entry !== null) return { entry }
  return checkpoint === null ? 'as it is' : { before: checkpoint }
}

/** The rows of a kept session as a database of our own, made as its own was where that is known. */
async function layOut({ target, content }: NativeStepDraft, access: NativeAccess): Promise<void> {
  if (content === null) return
  const plain = { schema: bareTables(content), migrations: {}, project: null }
  const own = targetOf(target.session ?? '', 'opencode.db', target.base ?? JSON.stringify(plain))
  await exchange(join(access.source.root, 'opencode.db'), own, null, content, access)
}
