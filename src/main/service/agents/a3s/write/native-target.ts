import { fail } from '@shared/ipc/errors'
import type { NativeTarget } from '../../../restore/native-store'
import type { WriterLease } from '../store/lease'
import { isOwnHolder } from './writer-lease'

/** The generation of one session, and the writer lease that the person agreed to take over for it. Kept in journals for ever. */
export interface GenerationTarget {
  readonly session: string
  /** Exactly this lease may be taken over; any other one that is not ours stops the change. */
  readonly takeOver: { readonly epoch: string; readonly holder: string } | null
}

/** Where somebody else has the lease, it is named in the target: the plan asks before such a step is carried out (format 8.1). */
export function targetOf(session: string, lease: WriterLease | null): NativeTarget {
  if (lease === null || isOwnHolder(lease.holderId)) return { session }
  return { session, takeOverEpoch: String(lease.epoch), takeOverFrom: lease.holderId }
}

export function readTarget(target: NativeTarget): GenerationTarget {
  const { session, takeOverEpoch: epoch, takeOverFrom: holder } = target
  if (session === undefined) return fail('refused', 'This step names no a3s session.')
  return { session, takeOver: epoch !== undefined && holder !== undefined ? { epoch, holder } : null }
}
