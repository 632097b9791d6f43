import type { SourceKey } from '../../adapter'
import { snapshotDigest } from '../digest'
import { type Answer, answer, refuse, type StoreProblem, type StoreProblemKind } from './answer'
import { loadSnapshot } from './load-session'
import { openIntents, readWal } from './wal'
import type { WalEntry } from './wal-entry'

/** What opening a store with the crate would do to it. Nothing of it is done here (format 8.4). */
export interface Opening {
  /** The log as it would be afterwards. */
  readonly log: readonly WalEntry[]
  /** Commit lines that recovery would append. */
  readonly added: readonly WalEntry[]
  /** Intents that stay open: their rename never happened, or a later save replaced the file. */
  readonly leftOpen: readonly WalEntry[]
  /** The log would be renamed away, and the next save would start at sequence 1. */
  readonly quarantines: boolean
  /** The next save would be glued to the last line, and after it the store would not open. */
  readonly nextSaveBreaksLog: boolean
}

/** `strict` as the crate's command line opens a store, `recovering` as an interactive host does. */
export type OpenMode = 'strict' | 'recovering'

/** Reasons that are no damage of the store: a key that was not given or is another one, a disk that did not answer, a newer a3s. */
const notDamage: ReadonlySet<StoreProblemKind> = new Set([
  ...(['sealed-without-key', 'decryption-failed', 'io', 'schema-version', 'wal-entry-newer'] as const)
])

/** Whether a store that does not open for this reason could be damaged; else another a3s, or this one with its key, opens it. */
export function isDamage({ kind }: StoreProblem): boolean {
  return !notDamage.has(kind)
}

/** What the crate would answer when it opens this store. */
export function previewOpening(root: string, mode: OpenMode, key: SourceKey): Answer<Opening> {
  const strict = openStrictly(root, key)
  // There is no recovering open for a store with a key, and only a sequence conflict has a repair.
  if (strict.ok || mode === 'strict' || key !== null || strict.kind !== 'wal-sequence-conflict') return strict
  return answer({ log: [], added: [], leftOpen: [], quarantines: true, nextSaveBreaksLog: false })
}

function openStrictly(root: string, key: SourceKey): Answer<Opening> {
  const wal = readWal(root)
  if (!wal.ok) return wal
  const { entries, unterminated } = wal.value
  if (entries.some((entry) => entry.sequence === 18446744073709551615n)) {
    return refuse('wal-sequence-maximum', 'the highest sequence of the log is 2^64-1: the next one overflows')
  }
  const added: WalEntry[] = []
  const leftOpen: WalEntry[] = []
  for (const intent of openIntents(entries)) {
    const session = loadSnapshot(root, intent.sessionId, key)
    if (!session.ok) return session
    const durable = session.value !== null && snapshotDigest(session.value.snapshot) === intent.snapshotDigest
    if (durable) added.push({ ...intent, phase: 'committed', recordedAtMs: intent.recordedAtMs + 1n })
    else leftOpen.push(intent)
  }
  const nextSaveBreaksLog = unterminated && added.length === 0
  return answer({ log: [...entries, ...added], added, leftOpen, quarantines: false, nextSaveBreaksLog })
}
