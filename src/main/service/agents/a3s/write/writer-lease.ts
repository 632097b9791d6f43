import { hostname } from 'node:os'
import type { SourceKey } from '../../adapter'
import { type Answer, answer, refuse } from '../store/answer'
import { leaseFile } from '../store/layout'
import { readWriterLease, type WriterLease } from '../store/lease'
import { writeStoreFile } from './atomic-write'
import type { StoreWriting } from './store-writing'

const schema = 'a3s.code.session-store-writer-lease.v1'
const ownPrefix = `reprise-${hostname()}-`

/** Who Reprise is in a lease: another one in every process, since two that acquire at once may get the same epoch (format 8.1). */
export const ownHolder = (): string => `${ownPrefix}${process.pid}`

/** Whether Reprise on this machine took a lease, in this process or an earlier one. */
export const isOwnHolder = (holder: string): boolean => holder.startsWith(ownPrefix)

/** The commit rule: no lease, or exactly the one that the writer holds (format 8.1). */
export function fenceProblem(root: string, key: SourceKey, held: WriterLease | null): Answer<null> {
  const stored = readWriterLease(root, key)
  if (!stored.ok) return stored
  const { value } = stored
  if (value === null || (value.epoch === held?.epoch && value.holderId === held.holderId)) return answer(null)
  return refuse('lease-lost', `session store writer lease lost or taken over (durable epoch ${value.epoch})`)
}

/** Acquires or takes over, which is the same: the stored epoch and one. It shuts out whoever had the lease before; it has no end (format 8.1). */
export async function acquireLease(
  root: string,
  holderId: string,
  writing: StoreWriting
): Promise<Answer<WriterLease>> {
  if (holderId.trim() === '')
    return refuse('lease-file-invalid', 'session store writer lease holder_id must be non-empty')
  const stored = readWriterLease(root, writing.key)
  if (!stored.ok) return stored
  const lease: WriterLease = {
    schema,
    epoch: (stored.value?.epoch ?? 0n) + 1n,
    holderId,
    acquiredAtMs: BigInt(Math.trunc(writing.now()))
  }
  const written = await writeStoreFile(root, leaseFile(root), Buffer.from(leaseText(lease)), 'writer lease', writing)
  return written.ok ? answer(lease) : written
}

function leaseText({ epoch, holderId, acquiredAtMs }: WriterLease): string {
  return `{\n  "schema": "${schema}",\n  "epoch": ${epoch},\n  "holderId": ${JSON.stringify(holderId)},\n  "acquiredAtMs": ${acquiredAtMs}\n}`
}
