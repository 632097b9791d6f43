import type { Checkpoint } from '@shared/domain/checkpoint'
import type { SessionRef } from '@shared/domain/session'
import { fail } from '@shared/ipc/errors'
import type { AdapterChange } from '../agents/write-part'
import type { ListedKept } from '../catalog/list-kept'
import { inTurns } from '../in-turns'
import type { KeptSession } from '../vault/kept-sessions'
import type { Pruned } from '../vault/pruned-list'
import type { StoredCopy } from '../vault/retention'
import { captureChanged } from './changed-copy'
import type { EngineParts } from './engine-parts'
import { type CapturedSession, captureSession, type KeepWish, keepCaptured } from './keep-session'
import { canPutBack, isImported, keptCheckpoints, keptPoints, missingParts } from './kept-points'
import { asFailure } from './plain-reason'
import { type Emptied, needsPruning, pruneVault } from './prune-vault'
import type { Runner } from './runner'
import { storedCopies } from './stored-copies'

/** What is in the vault, with bytes on disk; of content that several copies share each counts it. */
export interface VaultView {
  readonly bytes: number
  readonly copies: readonly (Omit<StoredCopy, 'blobs'> & {
    readonly bytes: number
    /** How many of its parts are gone or damaged. */
    readonly missing: number
    /** Its id as a checkpoint of its session; null where it holds no session. */
    readonly checkpoint: string | null
  })[]
  /** Newest first. */
  readonly pruned: readonly Pruned[]
  /** Ids of kept sessions whose manifest cannot be read. */
  readonly damaged: readonly string[]
}

/** The copies that Reprise keeps: making them, naming them, and letting go of old ones. Writes into our own folder alone. */
export interface Keeper {
  /** Keeps a session as it is now. Throws `source.missing`, `refused`, `session.gone`, `lease.held` and what reading throws. */
  keep(wish: KeepWish, signal: AbortSignal): Promise<KeptSession>
  /** Keeps a session that was captured elsewhere. Throws `lease.held`. */
  keepGiven(captured: CapturedSession, wish: KeepWish, signal: AbortSignal): Promise<KeptSession>
  /** Keeps a session as a change would make it; the session itself stays as it is. Throws what keeping and planning throw. */
  keepChanged(wish: KeepWish, change: AdapterChange, signal: AbortSignal): Promise<KeptSession>
  /** Newest first, of all sessions. */
  kept(): Promise<readonly KeptSession[]>
  /** Every point that can be listed, of all sessions, newest first. */
  listed(): Promise<readonly ListedKept[]>
  /** Of one session, newest first; also when the agent has lost it. */
  checkpoints(session: SessionRef): Promise<readonly Checkpoint[]>
  /** `read`: all content is read and compared with its hash; else it is looked for by name. */
  show(read?: boolean): Promise<VaultView>
  /** A copy with a label is never removed by itself; null takes the label away. Throws `not.found`. */
  label(id: string, label: string | null): Promise<void>
  /** Lets go of what the limits do not leave room for. */
  prune(): Promise<Emptied>
}

export function createKeeper(parts: EngineParts, runner: Runner): Keeper {
  const { vault } = parts
  const never = () => new AbortController().signal
  return {
    async keep(wish, signal) {
      const said = failing('The session was not kept.')
      const captured = await captureSession(parts, wish.session, signal).catch(said)
      return runner.exclusively(signal, () => keepCaptured(parts, captured, wish)).catch(said)
    },
    keepGiven: (captured, wish, signal) =>
      runner.exclusively(signal, () => keepCaptured(parts, captured, wish)).catch(failing('The session was not kept.')),
    async keepChanged(wish, change, signal) {
      const said = failing('The copy was not kept.')
      const captured = await captureChanged(parts, wish.session, change, signal).catch(said)
      return runner.exclusively(signal, () => keepCaptured(parts, captured, wish)).catch(said)
    },
    kept: async () => (await vault.kept.all()).kept,
    listed: () => listed(parts),
    checkpoints: (session) => keptCheckpoints(parts, session),
    show: (read = false) => show(parts, read),
    label: (id, label) =>
      runner.exclusively(never(), () => relabel(parts, id, label)).catch(failing('The label was not changed.')),
    async prune() {
      const said = failing('Old copies could not be let go.')
      if (!(await needsPruning(parts).catch(said))) return { removed: 0, operations: [], bytes: 0 }
      return runner.exclusively(never(), (lease) => pruneVault(parts, lease)).catch(said)
    }
  }
}

/** A disk that fails is no bug of ours: it is said as it is. */
function failing(what: string): (error: unknown) => never {
  return (error) => {
    throw asFailure(error, what)
  }
}

async function listed(parts: EngineParts): Promise<readonly ListedKept[]> {
  const names = await parts.vault.blobs.names()
  const points = await keptPoints(parts)
  return points.map((point) => ({
    ...{ id: point.id, session: point.session, agent: point.source.agent, sessionId: point.session.id },
    ...{ at: point.at, label: point.label, workspace: point.workspace },
    ...(point.title !== null && { title: point.title }),
    ...(isImported(point) && { imported: true as const }),
    restorable: canPutBack(parts, point) && missingParts(point, names).length === 0
  }))
}

async function show(parts: EngineParts, read: boolean): Promise<VaultView> {
  const sizes = await parts.vault.blobs.sizes()
  const bytesOf = (hashes: readonly string[]) =>
    hashes.reduce((sum, sha256) => sum + (sizes.get(sha256)?.bytes ?? 0), 0)
  const { copies, damaged } = await storedCopies(parts)
  const held = copies.filter(({ blobs }) => blobs.length > 0)
  const whole = await wholeOf(
    parts,
    [...sizes].flatMap(([sha256, { bytes }]) => (bytes > 0 ? [sha256] : [])),
    read
  )
  const missing = (hashes: readonly string[]) => hashes.filter((sha256) => !whole.has(sha256)).length
  const points = new Map((await keptPoints(parts)).map(({ id, copy }) => [copy, id]))
  return {
    bytes: bytesOf([...sizes.keys()]),
    copies: held
      .map(({ blobs, ...copy }) => ({
        ...copy,
        bytes: bytesOf(blobs),
        missing: missing(blobs),
        checkpoint: points.get(copy.id) ?? null
      }))
      .sort((a, b) => b.madeAt - a.madeAt),
    pruned: [...(await parts.vault.pruned.all())].reverse(),
    damaged
  }
}

/** Content that is there and, where it is read, is what its name says. */
async function wholeOf({ vault }: EngineParts, there: readonly string[], read: boolean): Promise<ReadonlySet<string>> {
  if (!read) return new Set(there)
  const good = await inTurns(there, (sha256) => vault.blobs.holds(sha256))
  return new Set(there.filter((_, index) => good[index]))
}

async function relabel({ journals, vault }: EngineParts, id: string, label: string | null): Promise<void> {
  const kept = await vault.kept.find(id)
  if (kept !== null) return vault.kept.save({ ...kept, label })
  const gone = (await vault.pruned.all()).some((each) => each.id === id)
  const copy = gone ? null : ((await vault.copyOf(id)) ?? (await copyFromJournal()))
  if (copy === null) return fail('not.found', `There is no copy ${id} in the vault.`)
  return vault.keep({ ...copy, label })

  /** A list that was lost is written anew from the journal. */
  async function copyFromJournal() {
    const record = (await journals.read(id))?.record ?? null
    if (record === null) return null
    const files = record.steps.map((step) => ({ step: step.id, path: step.path, before: step.before, displaced: null }))
    return { format: 1 as const, operation: id, madeAt: record.startedAt, label: null, record, files }
  }
}
