import type { Lease } from '../lease/lease'
import type { Pruned } from '../vault/pruned-list'
import { chooseRemovals, type Removal } from '../vault/retention'
import type { EngineParts } from './engine-parts'
import { type StoredCopies, storedCopies } from './stored-copies'

export interface Emptied {
  /** Copies that went. */
  readonly removed: number
  /** Bytes on disk that are free now. */
  readonly bytes: number
}

/** Content that nothing names is left this long: a plan of an undo may rest on it. */
const orphanAge = 24 * 60 * 60 * 1000

/**
 * Removes what the limits do not leave room for. The list of removed copies is durable before the first of them goes, so that killed at any point
 * nothing is missing without being said, and the next run ends the removal. Content that any other copy names stays. Only under the lease.
 */
export async function pruneVault(parts: EngineParts, lease: Lease): Promise<Emptied> {
  const limits = parts.about.vaultLimits?.()
  if (limits === undefined) return { removed: 0, bytes: 0 }
  const stored = await storedCopies(parts)
  const sizes = new Map([...(await parts.vault.blobs.sizes())].map(([sha256, { bytes }]) => [sha256, bytes]))
  const removals = chooseRemovals(stored.copies, sizes, limits, parts.about.now())
  await lease.check()
  await parts.vault.pruned.add(removals.map((removal) => entryOf(removal, sizes, parts.about.now())))
  await dropLists(parts)
  const going = new Set(removals.map(({ copy }) => copy.id))
  const staying = stored.copies.filter((copy) => !going.has(copy.id))
  await lease.check()
  return { removed: removals.length, bytes: await dropContent(parts, { ...stored, copies: staying }) }
}

function entryOf({ copy, because }: Removal, sizes: ReadonlyMap<string, number>, prunedAt: number): Pruned {
  const { id, kind, session, title, madeAt, blobs } = copy
  const bytes = blobs.reduce((sum, sha256) => sum + (sizes.get(sha256) ?? 0), 0)
  return { id, kind, session, title, madeAt, bytes, prunedAt, because, blobs: [...blobs] }
}

/** Lists of all that is on the list of removed ones, also of a run that was interrupted. */
async function dropLists({ vault }: EngineParts): Promise<void> {
  const safety = new Set(await vault.copies())
  const kept = new Set(await vault.kept.ids())
  for (const { id, kind } of await vault.pruned.all()) {
    if (kind === 'safety' && safety.has(id)) await vault.dropCopy(id)
    if (kind === 'kept' && kept.has(id)) await vault.kept.remove(id)
  }
}

async function dropContent({ about, vault }: EngineParts, { copies, damaged }: StoredCopies): Promise<number> {
  const named = new Set(copies.flatMap((copy) => copy.blobs))
  const removed = new Set((await vault.pruned.all()).flatMap(({ blobs }) => blobs))
  let freed = 0
  for (const [sha256, { bytes, at }] of await vault.blobs.sizes()) {
    if (named.has(sha256)) continue
    const isOrphan = damaged.length === 0 && about.now() - at > orphanAge
    if (!removed.has(sha256) && !isOrphan) continue
    await vault.blobs.remove(sha256)
    freed += bytes
  }
  return freed
}
