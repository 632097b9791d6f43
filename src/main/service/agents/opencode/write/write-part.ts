import { fail } from '@shared/ipc/errors'
import type { WritePart } from '../../write-part'
import { planFiles } from './plan-files'

/** What of opencode can be changed: files in the folder of a session, from its snapshots. Its database is only read. */
export const write: WritePart = {
  changes: ['restore'],
  async plan(source, change, reading) {
    if (change.kind !== 'restore') return fail('refused', `Reprise cannot do this in opencode: ${change.kind}.`)
    return planFiles(source, change.sessionId, change.checkpoint, reading)
  },
  // The files were read back; nothing of opencode's own was written.
  verify: async () => [],
  capture: async () =>
    fail('refused', 'Reprise cannot keep sessions of opencode: they lie in a database that it only reads.')
}
