import type { VaultCopy, VaultState } from '@shared/domain/vault'

export interface OverLimits {
  /** Past their days; these go in any case. Oldest first. */
  readonly old: readonly VaultCopy[]
  /** Bytes above the limit now; then the oldest of the rest go until it fits. */
  readonly over: number
  /** What may go for its size, oldest first. */
  readonly next: readonly VaultCopy[]
  /** How many stay whatever the limits say. */
  readonly kept: number
}

/** What tidying up the vault would reach, by the rule that the service follows. */
export function overLimits({ bytes, limits, copies }: VaultState, now: number): OverLimits {
  const oldest = now - limits.maxDays * 86_400_000
  const mayGo = copies.filter((copy) => copy.kept === null && copy.bytes > 0).toSorted((a, b) => a.madeAt - b.madeAt)
  return {
    old: mayGo.filter((copy) => copy.madeAt < oldest),
    over: Math.max(0, bytes - limits.maxBytes),
    next: mayGo.filter((copy) => copy.madeAt >= oldest),
    kept: copies.filter((copy) => copy.kept !== null).length
  }
}

/** Whether tidying up would remove anything at all. */
export function isOver({ old, over, next }: OverLimits): boolean {
  return old.length > 0 || (over > 0 && next.length > 0)
}
