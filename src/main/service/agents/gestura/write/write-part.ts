import { fail } from '@shared/ipc/errors'
import type { WritePart } from '../../write-part'
import { captureSession } from './capture'
import { ownPart } from './own-part'
import { planCreateCheckpoint } from './plan-create-checkpoint'
import { planCut } from './plan-cut'
import { planDeleteCheckpoint } from './plan-delete-checkpoint'
import { planDeleteSession } from './plan-delete-session'
import { planFork } from './plan-fork'
import { planImport } from './plan-import'
import { planRestore } from './plan-restore'
import { planRestoreKept } from './plan-restore-kept'
import { verifyRestored } from './verify-restored'

/** What of a gestura home can be changed. */
export const write: WritePart = {
  changes: [
    'restore',
    'restore-to-entry',
    'fork',
    'delete',
    'create-checkpoint',
    'delete-checkpoint',
    'restore-kept',
    'import'
  ],
  forksParts: true,
  async plan(source, change, reading) {
    const { sessionId } = change
    switch (change.kind) {
      case 'restore':
        return planRestore(source, sessionId, change.checkpoint, reading)
      case 'restore-to-entry':
        return planCut(source, sessionId, change.entry, reading)
      case 'restore-kept':
        return planRestoreKept(source, sessionId, change.parts, reading)
      case 'fork':
        return planFork(source, change, reading)
      case 'delete':
        return planDeleteSession(source, sessionId, reading)
      case 'create-checkpoint':
        return planCreateCheckpoint(source, sessionId, change.label, reading)
      case 'delete-checkpoint':
        return planDeleteCheckpoint(source, sessionId, change.checkpoint, reading)
      case 'import':
        return planImport(source, change, reading)
      default:
        return fail('refused', `gestura has no ${change.kind}.`)
    }
  },
  verify: async (source, _sessionId, paths) => verifyRestored(source, paths),
  capture: captureSession,
  ownPart
}
