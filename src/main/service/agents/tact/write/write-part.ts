import { fail } from '@shared/ipc/errors'
import { stateText } from '../../foreign-sqlite/write/state-text'
import type { WritePart } from '../../write-part'
import { captureSession } from './capture'
import { changeTexts } from './change-texts'
import { native, targetOf } from './native-store'
import { planResumeState, planToEntry } from './plan-cut'
import { planDelete } from './plan-delete'
import { planFork } from './plan-fork'
import { planImport } from './plan-import'
import { planKept } from './plan-kept'
import { tactRows } from './state-bytes'
import { verifyWritten } from './verify-written'

/** What of a store of tact can be changed. */
export const write: WritePart = {
  changes: ['restore', 'restore-kept', 'restore-to-entry', 'fork', 'delete', 'import'],
  forksParts: true,
  async plan(source, change, reading) {
    switch (change.kind) {
      case 'restore':
        return planResumeState(source, change.sessionId, change.checkpoint, reading)
      case 'restore-kept':
        return planKept(source, change.sessionId, change.parts, reading)
      case 'restore-to-entry':
        return planToEntry(source, change.sessionId, change.entry, reading)
      case 'fork':
        return planFork(source, change.sessionId, change, reading)
      case 'import':
        return planImport(source, change, reading)
      case 'delete':
        return planDelete(source, change.sessionId, reading)
      default:
        return fail('refused', `tact has no ${change.kind}.`)
    }
  },
  verify: verifyWritten,
  capture: captureSession,
  native,
  changeTexts,
  stateText: (content) => stateText(tactRows, content),
  layOut: ({ target, content }, access) => native.exchange(targetOf(target.session ?? '', true), null, content, access)
}
