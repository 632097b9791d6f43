import { dirname } from 'node:path'
import type { Gateway } from '../../../restore/gateway'
import { type Answer, answer } from '../store/answer'
import { sessionFile } from '../store/layout'
import type { WalEntry } from '../store/wal-entry'
import { appendWal, readNextSequence } from './append-wal'
import { placeBytes, sweepUnfinished } from './place-bytes'
import { ensurePrivateFolder, tightenFolder } from './private-folder'

/** One generation of a session, ready to be committed. */
export interface Generation {
  readonly id: string
  readonly digest: string
  /** As they shall lie on the disk: sealed where the store is. */
  readonly bytes: Uint8Array
  readonly mode: number
  /** Whether the folder of sessions loses the rights of group and others, as with the crate. */
  readonly tighten: boolean
}

/** What a watcher is told of a commit (format 8.5). */
export interface CommitFacts {
  readonly sessionId: string
  readonly snapshotDigest: string
  readonly committedAtMs: bigint
}

/**
 * Steps 5 to 8 of a commit (format 7.1), under the store's lock: intent, the file in one step, committed. Stopped at any moment, the old
 * generation or the new one is there, and the next opening of the store adds a missing last line. Only a damaged log refuses;
 * errors of the system are thrown.
 */
export async function commitGeneration(
  gateway: Gateway,
  root: string,
  generation: Generation,
  now: number
): Promise<Answer<CommitFacts>> {
  const next = readNextSequence(root)
  if (!next.ok) return next
  const { id, digest } = generation
  const recordedAtMs = BigInt(Math.trunc(now))
  const entry: Omit<WalEntry, 'phase'> = {
    sequence: next.value.sequence,
    sessionId: id,
    snapshotDigest: digest,
    recordedAtMs
  }
  await placeAfter(gateway, root, generation, () => appendWal(gateway, root, { ...entry, phase: 'intent' }))
  const committedAtMs = recordedAtMs + 1n
  await appendWal(gateway, root, { ...entry, phase: 'committed', recordedAtMs: committedAtMs })
  return answer({ sessionId: id, snapshotDigest: digest, committedAtMs })
}

/** Puts a session file in place without log lines, as the agent itself does with bare sessions (format 3.3). */
export async function placeSession(gateway: Gateway, root: string, place: Omit<Generation, 'digest'>): Promise<void> {
  await placeAfter(gateway, root, place, async () => undefined)
}

async function placeAfter(
  gateway: Gateway,
  root: string,
  { id, bytes, mode, tighten }: Omit<Generation, 'digest'>,
  first: () => Promise<void>
): Promise<void> {
  const path = sessionFile(root, id)
  await ensurePrivateFolder(gateway, dirname(path))
  if (tighten) await tightenFolder(gateway, dirname(path))
  await sweepUnfinished(gateway, dirname(path))
  await first()
  await placeBytes(path, bytes, mode, { gateway })
}
