import { fail } from '@shared/ipc/errors'
import type { WritePart } from '../../write-part'
import { planCreateCheckpoint } from './plan-create-checkpoint'
import { planDeleteCheckpoint } from './plan-delete-checkpoint'
import { planRestore } from './plan-restore'
import { verifyRestored } from './verify-restored'

/** What of a gestura home can be changed. */
export const write: WritePart = {
  changes: ['restore', 'create-checkpoint', 'delete-checkpoint'],
  async plan(source, change, reading) {
    const { sessionId } = change
    switch (change.kind) {
      case 'restore':
        return planRestore(source, sessionId, change.checkpoint, reading)
      case 'create-checkpoint':
        return planCreateCheckpoint(source, sessionId, change.label, reading)
      case 'delete-checkpoint':
        return planDeleteCheckpoint(source, sessionId, change.checkpoint, reading)
      default:
        return fail('refused', `gestura has no ${change.kind}.`)
    }
  },
  verify: async (source, _sessionId, paths) => verifyRestored(source, paths),
  capture: async () => fail('refused', 'Sessions of gestura cannot be kept yet.')
}
