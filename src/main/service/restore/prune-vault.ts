import type { Lease } from '../lease/lease'
import type { Pruned } from '../vault/pruned-list'
import { chooseRemovals, type Removal } from '../vault/retention'
import type { EngineParts } from './engine-parts'
import { type StoredCopies, storedCopies } from './stored-copies'

export interface Emptied {
  /** Copies that went. */
  readonly removed: number
  /** Those of them that can no longer be undone. */
  readonly operations: readonly string[]
  /** Bytes on disk that are free now. */
  readonly bytes: number
}

/** Content that nothing names is left this long: a plan of an undo may rest on it. */
const orphanAge = 24 * 60 * 60 * 1000

/** Whether there is anything to remove; by looking alone, so that a start which has nothing to do takes no lease. */
export async function needsPruning(parts: EngineParts): Promise<boolean> {
  const limits = parts.about.vaultLimits?.()
  if (limits === undefined) return false
  const { vault, about } = parts
  const stored = await storedCopies(parts)
  const sizes = await vault.blobs.sizes()
  const bytes = new Map([...sizes].map(([sha256, size]) => [sha256, size.bytes]))
  if (chooseRemovals(stored.copies, bytes, limits, about.now()).length > 0) return true
  const gone = await vault.pruned.all()
  const lists = new Set([...(await vault.copies()), ...(await vault.kept.ids())])
  if (gone.some(({ id }) => lists.has(id))) return true
  return (await unnamed(parts, stored)).length > 0
}

/**
 * Removes what the limits do not leave room for. The list of removed copies is durable before the first of them goes, so that killed at any point
 * nothing is missing without being said, and the next run ends the removal. Content that any other copy names stays. Only under the lease.
 */
export async function pruneVault(parts: EngineParts, lease: Lease): Promise<Emptied> {
  const limits = parts.about.vaultLimits?.()
  if (limits === undefined) return { removed: 0, operations: [], bytes: 0 }
  const stored = await storedCopies(parts)
  const sizes = new Map([...(await parts.vault.blobs.sizes())].map(([sha256, { bytes }]) => [sha256, bytes]))
  const removals = chooseRemovals(stored.copies, sizes, limits, parts.about.now())
  await lease.check()
  await parts.vault.pruned.add(removals.map((removal) => entryOf(removal, sizes, parts.about.now())))
  await dropLists(parts)
  const going = new Set(removals.map(({ copy }) => copy.id))
  const staying = stored.copies.filter((copy) => !going.has(copy.id))
  await lease.check()
  const operations = removals.flatMap(({ copy }) => (copy.kind === 'safety' ? [copy.id] : []))
  return { removed: removals.length, operations, bytes: await dropContent(parts, { ...stored, copies: staying }) }
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

async function dropContent(parts: EngineParts, stored: StoredCopies): Promise<number> {
  let freed = 0
  for (const [sha256, bytes] of await unnamed(parts, stored)) {
    await parts.vault.blobs.remove(sha256)
    freed += bytes
  }
  return freed
}

/** Content that no copy names: that of removed copies, and what a writer left that never came to name it. */
async function unnamed(
  { about, vault }: EngineParts,
  { copies, damaged, unread }: StoredCopies
): Promise<readonly (readonly [sha256: string, bytes: number])[]> {
  const named = new Set(copies.flatMap((copy) => copy.blobs))
  const removed = new Set((await vault.pruned.all()).flatMap(({ blobs }) => blobs))
  const isAllKnown = damaged.length === 0 && unread.length === 0
  const isOld = (at: number) => isAllKnown && about.now() - at > orphanAge
  return [...(await vault.blobs.sizes())].flatMap(([sha256, { bytes, at }]) =>
    !named.has(sha256) && (removed.has(sha256) || isOld(at)) ? [[sha256, bytes] as const] : []
  )
}
