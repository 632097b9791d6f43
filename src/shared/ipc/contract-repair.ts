import { z } from 'zod'
import { Checkpoint } from '../domain/checkpoint'
import { Fix } from '../domain/repair'
import { SessionRef } from '../domain/session'
import { reading, session } from './contract-parts'
import { job } from './operation-kinds'

/** Mending of damaged sessions. In place it is a change like others: `plan.make` with `repair`. */
export const repairOperations = {
  /** Reads the whole session and says what could be mended; nothing is changed. */
  'repair.find': job(session, z.object({ fixes: z.array(Fix) }), reading),
  /** Keeps a mended copy in the library; what the agent has stays as it is. `fixes` are ids of `repair.find`; without, all of them. */
  'repair.copy': job(
    z.object({ session: SessionRef, fixes: z.array(z.string()).nullable().default(null) }),
    z.object({ checkpoint: Checkpoint }),
    [...reading, 'lease.held']
  )
} as const
