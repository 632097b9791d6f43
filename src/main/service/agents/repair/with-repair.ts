import { isNative } from '../../restore/plan-draft'
import { whyJustWritten } from '../file-store/remove-files'
import type { WritePart } from '../write-part'
import { planRepair } from './plan-repair'
import type { RepairPart } from './repair-part'

/** A write part that can mend damaged sessions, too. */
export function withRepair(write: WritePart, repair: RepairPart): WritePart {
  return {
    ...write,
    changes: [...write.changes, 'repair'],
    plan: (source, change, reading) =>
      change.kind === 'repair'
        ? planRepair(repair, source, change, reading, (steps) =>
            whyJustWritten(
              source,
              // What an agent's own protocol changes has its own signs of being in use.
              steps
                .filter((step) => !isNative(step))
                .map(({ path, what }) => ({ path, what: what === 'file' ? 'file' : 'session', because: '' })),
              reading
            )
          )
        : write.plan(source, change, reading),
    verify: (source, sessionId, paths, reading, kind) =>
      kind === 'repair'
        ? repair.verify(source, sessionId, paths, reading)
        : write.verify(source, sessionId, paths, reading, kind),
    findFixes: async (source, sessionId, reading) =>
      (await repair.find(source, sessionId, reading)).flatMap(({ fixes }) => fixes)
  }
}
