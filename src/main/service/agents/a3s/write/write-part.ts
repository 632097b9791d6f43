import { fail } from '@shared/ipc/errors'
import type { PlanDraft } from '../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../adapter'
import type { AdapterChange, WritePart } from '../../write-part'
import { native } from './native-store'
import { captureSession } from './plan/capture'
import { planCollect } from './plan/collect'
import { planDelete } from './plan/delete'
import { planFork } from './plan/fork'
import { planImport } from './plan/import'
import { planMigrate } from './plan/migrate'
import { planRestoreKept } from './plan/restore-kept'
import { planRestoreToEntry } from './plan/restore-to-entry'
import { verifyWritten } from './plan/verify-written'

/** What of a session store of a3s can be changed. */
export const write: WritePart = {
  changes: ['restore', 'restore-kept', 'restore-to-entry', 'fork', 'delete', 'import', 'collect', 'migrate'],
  forksParts: true,
  plan: async (source, change, reading) => planChange(source, change, reading),
  verify: async (source, sessionId, paths, reading) => verifyWritten(source, sessionId, paths, reading),
  capture: captureSession,
  native
}

function planChange(source: SourceLocation, change: AdapterChange, reading: Reading): PlanDraft {
  const { sessionId } = change
  switch (change.kind) {
    case 'restore-kept':
      return planRestoreKept(source, change, reading)
    case 'restore-to-entry':
      return planRestoreToEntry(source, sessionId, change.entry, reading)
    case 'fork':
      return planFork(source, change, reading)
    case 'import':
      return planImport(source, change, reading)
    case 'delete':
      return planDelete(source, sessionId, reading)
    case 'migrate':
      return planMigrate(source, sessionId, reading)
    case 'collect':
      return planCollect(source, sessionId, reading)
    case 'restore':
      return fail('refused', 'Checkpoints of a3s are for going on after a crash; no session can be put back to one.', {
        advice: 'Put it back to a session that Reprise kept, or to an entry of its transcript.'
      })
    default:
      return fail('refused', `a3s has no ${change.kind}.`)
  }
}
