import type { SessionRef } from '@shared/domain/session'
import type { Pruned } from './pruned-list'

export interface VaultLimits {
  readonly maxDays: number
  /** On disk, all blobs together. */
  readonly maxBytes: number
}

/** One copy in the vault: the state before an operation, or a kept session. */
export interface StoredCopy {
  /** Of the operation or the kept session. */
  readonly id: string
  readonly kind: 'safety' | 'kept'
  readonly session: SessionRef
  readonly title: string
  readonly label: string | null
  readonly madeAt: number
  /** Hashes that it names, each once. */
  readonly blobs: readonly string[]
  /** Why it is never removed by itself; null when it may be. */
  readonly kept: string | null
}

export interface Removal {
  readonly copy: StoredCopy
  readonly because: Pruned['because']
}

/**
 * Which copies have to go, the oldest first: those past their days, then as many more as it takes until what remains fits. Copies that say why they
 * are kept stay, also when the vault is too large because of them. A copy that names no content costs nothing and stays as well.
 *
 * @param sizes bytes on disk of each blob; what no copy names counts as well.
 */
export function chooseRemovals(
  copies: readonly StoredCopy[],
  sizes: ReadonlyMap<string, number>,
  limits: VaultLimits,
  now: number
): readonly Removal[] {
  const uses = new Map<string, number>()
  for (const sha256 of copies.flatMap((copy) => copy.blobs)) uses.set(sha256, (uses.get(sha256) ?? 0) + 1)
  let total = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)
  const oldest = now - limits.maxDays * 86_400_000
  const removals: Removal[] = []
  const mayGo = copies.filter((copy) => copy.kept === null && copy.blobs.length > 0)
  for (const copy of mayGo.toSorted((a, b) => a.madeAt - b.madeAt || (a.id < b.id ? -1 : 1))) {
    const because = copy.madeAt < oldest ? 'age' : 'size'
    if (because === 'size' && total <= limits.maxBytes) continue
    removals.push({ copy, because })
    for (const sha256 of copy.blobs) {
      const left = (uses.get(sha256) ?? 1) - 1
      uses.set(sha256, left)
      if (left === 0) total -= sizes.get(sha256) ?? 0
    }
  }
  return removals
}
