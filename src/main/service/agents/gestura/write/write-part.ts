import { fail } from '@shared/ipc/errors'
import type { WritePart } from '../../write-part'
import { planRestore } from './plan-restore'
import { verifyRestored } from './verify-restored'

/** What of a gestura home can be changed. */
export const write: WritePart = {
  changes: ['restore'],
  async plan(source, change, reading) {
    if (change.kind === 'restore') return planRestore(source, change.sessionId, change.checkpoint, reading)
    return fail('refused', `gestura has no ${change.kind}.`)
  },
  verify: async (source, _sessionId, paths) => verifyRestored(source, paths),
  capture: async () => fail('refused', 'Sessions of gestura cannot be kept yet.')
}
