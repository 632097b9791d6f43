import type { VaultCopy, VaultState } from '@shared/domain/vault'
import { describe, expect, it } from 'vitest'
import { isOver, overLimits } from './over-limits'

const day = 86_400_000
const now = 100 * day
const copy = (id: string, age: number, kept: string | null = null): VaultCopy => ({
  ...{ id, kind: 'safety', session: { source: 's', id: 'x' }, checkpoint: null, title: id, label: null },
  ...{ madeAt: now - age * day, bytes: 10, missing: 0, kept }
})
const vault = (copies: VaultCopy[], bytes: number, maxBytes = 100): VaultState => ({
  ...{ bytes, copies, pruned: [], damaged: [], broken: 0, limits: { maxDays: 30, maxBytes } },
  total: { copies: copies.length, pruned: 0 }
})

describe('overLimits', () => {
  it('names what is past its days, oldest first, and nothing that is kept for a reason', () => {
    const all = overLimits(
      vault([copy('new', 1), copy('old', 31), copy('older', 60), copy('mine', 90, 'label')], 40),
      now
    )
    expect(all.old.map(({ id }) => id)).toEqual(['older', 'old'])
    expect(all.kept).toBe(1)
    expect(all.over).toBe(0)
    expect(isOver(all)).toBe(true)
  })

  it('says how much the vault is over its size, and what may go for it', () => {
    const all = overLimits(vault([copy('b', 1), copy('a', 2)], 120), now)
    expect(all.over).toBe(20)
    expect(all.next.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(isOver(all)).toBe(true)
    expect(isOver(overLimits(vault([copy('a', 2, 'label')], 120), now))).toBe(false)
    expect(isOver(overLimits(vault([copy('a', 2)], 90), now))).toBe(false)
  })
})
