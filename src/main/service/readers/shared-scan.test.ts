import { describe, expect, it } from 'vitest'
import type { ScanShare, ScanStep } from '../agents/adapter'
import { fallsTo } from '../agents/scan-share'
import { type ScanPart, scanShared } from './shared-scan'

const unit = (name: string, fingerprint: string): ScanStep => ({
  type: 'unit',
  unit: name,
  fingerprint,
  sessions: [],
  checkpoints: [],
  findings: []
})

describe('scanShared', () => {
  it('sums totals up, hands all steps on, and ends with what was left for later', async () => {
    const asked: { place: number; share: ScanShare; known: ReadonlyMap<string, string> }[] = []
    const scan: ScanPart = async (place, share, known, take) => {
      asked.push({ place, share, known })
      if ('later' in share) await take([unit('a', 'a2')])
      else if ('index' in share && share.index === 0) await take([{ type: 'total', units: 1 }, unit('a', 'a1')])
      else await take([{ type: 'total', units: 2 }, { type: 'later', unit: 'a', hint: 'b' }, unit('b', 'b1')])
    }
    const taken: ScanStep[] = []
    await scanShared(2, scan, async (steps) => void taken.push(...steps))
    expect(taken).toEqual([
      { type: 'total', units: 1 },
      unit('a', 'a1'),
      { type: 'total', units: 3 },
      unit('b', 'b1'),
      unit('a', 'a2')
    ])
    expect(asked.map(({ place }) => place)).toEqual([0, 1, 0])
    expect(asked[2]).toMatchObject({ share: { later: new Map([['a', 'b']]) }, known: new Map([['a', 'a1']]) })
  })

  it('fails when one part does', async () => {
    const scan: ScanPart = async (place) => {
      if (place === 1) throw new Error('no')
    }
    await expect(scanShared(2, scan, async () => undefined)).rejects.toThrow('no')
  })
})

describe('fallsTo', () => {
  it('gives every unit to exactly one share, and about as many to each', () => {
    const units = Array.from(
      { length: 3000 },
      (_, index) => `/store/id_${Buffer.from(`s-${index}`).toString('base64url')}.json`
    )
    const sizes = [0, 1, 2].map((index) => units.filter((name) => fallsTo({ index, of: 3 }, name)).length)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(3000)
    for (const size of sizes) expect(size).toBeGreaterThan(800)
  })
})
