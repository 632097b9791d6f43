import { fail } from '@shared/ipc/errors'
import { sha256Of } from '../../../restore/file-facts'
import type { NativeTarget } from '../../../restore/native-store'
import type { WriterLease } from '../store/lease'
import { isOwnHolder } from './writer-lease'

/** The generation of one session, and the writer lease that the person agreed to take over for it. Kept in journals for ever. */
export interface GenerationTarget {
  readonly session: string
  /** Exactly this lease may be taken over; any other one that is not ours stops the change. */
  readonly takeOver: { readonly epoch: string; readonly holder: string } | null
  /** Digests for the log by the SHA-256 of a generation's bytes. */
  readonly digests: ReadonlyMap<string, string>
  /** Rights of the file where it has to be made anew; null: for its owner alone, as the crate does. */
  readonly mode: number | null
}

/** A generation whose digest was computed when the plan was made. */
export interface KnownGeneration {
  readonly bytes: Uint8Array
  readonly digest: string
}

/** Smaller ones are parsed again when they are written; larger ones would hold up the service, and our own lease with it. */
export const parsedInExchange = 1024 * 1024

/** Where somebody else has the lease, it is named in the target: the plan asks before such a step is carried out (format 8.1). */
export function targetOf(
  session: string,
  lease: WriterLease | null,
  known: readonly KnownGeneration[] = [],
  mode: number | null = null
): NativeTarget {
  const large = known.filter(({ bytes }) => bytes.length > parsedInExchange)
  const digests = large.map(({ bytes, digest }) => `${sha256Of(bytes)}=${digest}`).join(' ')
  const foreign = lease !== null && !isOwnHolder(lease.holderId)
  return {
    session,
    ...(digests !== '' && { digests }),
    ...(mode !== null && { mode: mode.toString(8).padStart(3, '0') }),
    ...(foreign && { takeOverEpoch: String(lease.epoch), takeOverFrom: lease.holderId })
  }
}

export function readTarget(target: NativeTarget): GenerationTarget {
  const { session, digests = '', mode = '', takeOverEpoch: epoch, takeOverFrom: holder } = target
  if (session === undefined) return fail('refused', 'This step names no a3s session.')
  return {
    session,
    takeOver: epoch !== undefined && holder !== undefined ? { epoch, holder } : null,
    digests: new Map(digests.split(' ').map((pair) => [pair.slice(0, 64), pair.slice(65)])),
    mode: /^[0-7]{3}$/.test(mode) ? Number.parseInt(mode, 8) : null
  }
}
