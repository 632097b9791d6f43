import { z } from 'zod'
import { ChangeRequest } from '../domain/change'
import { Checkpoint } from '../domain/checkpoint'
import { LeaseView } from '../domain/lease'
import { ApplyResult, Operation } from '../domain/operation'
import { Plan } from '../domain/plan'
import { SessionRef } from '../domain/session'
import { VaultState } from '../domain/vault'
import { none, reading } from './contract-parts'
import { command, job, query } from './operation-kinds'

/** Plans, what was applied, the right to write, and the copies that Reprise keeps. */
export const restoreOperations = {
  /** What a change would do, step by step. Nothing is changed. */
  'plan.make': command(ChangeRequest, Plan, reading),
  'plan.undo': command(z.object({ operation: z.string() }), Plan, ['not.found', 'refused', 'source.missing']),
  'plan.get': query(z.object({ planId: z.string() }), Plan, ['not.found', 'plan.expired']),
  'plan.apply': job(
    z.object({ planId: z.string(), digest: z.string(), choices: z.record(z.string(), z.string()).default({}) }),
    ApplyResult,
    [
      'not.found',
      'plan.expired',
      'plan.digest',
      'plan.choice',
      'precondition.failed',
      'lease.held',
      'refused',
      'partly.done',
      'verify.failed'
    ]
  ),
  'operations.list': query(
    z.object({ limit: z.number().int().min(1).max(500).default(100) }),
    z.object({ operations: z.array(Operation), vaultBytes: z.number().int() })
  ),
  /** What an earlier run had left open and this one finished or put back, newest first. */
  'operations.ended': query(none, z.object({ operations: z.array(Operation) })),
  /** Who is writing right now; while another Reprise is, applies answer `lease.held`. */
  'lease.state': query(none, LeaseView),
  /** Shuts out the holder of that epoch, with the consent of a person who saw who it is, and ends what it had begun. */
  'lease.takeOver': command(z.object({ epoch: z.number().int().min(0) }), LeaseView, [
    'precondition.failed',
    'refused',
    'lease.held',
    'partly.done'
  ]),
  /** Keeps a session as it is now, byte for byte, in our vault. */
  'capture.make': job(
    z.object({ session: SessionRef, label: z.string().max(500).nullable().default(null) }),
    z.object({ checkpoint: Checkpoint }),
    [...reading, 'lease.held']
  ),
  /** `read`: every part is read and compared with its hash, which takes as long as reading all of it; else it is looked for by name. */
  'vault.show': query(z.object({ read: z.boolean().optional() }), VaultState),
  /** A copy with a label is never removed by itself; null takes the label away. */
  'vault.label': command(z.object({ id: z.string(), label: z.string().max(500).nullable() }), none, [
    'not.found',
    'lease.held'
  ]),
  /** Removes what the settings leave no room for. */
  'vault.prune': job(none, z.object({ removed: z.number().int(), bytes: z.number().int() }), ['lease.held'])
} as const
