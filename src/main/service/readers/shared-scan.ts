import type { ScanShare, ScanStep, SharedFolders } from '../agents/adapter'

/** Hands on a batch; settled when it was taken. */
export type TakeBatch = (steps: readonly ScanStep[]) => Promise<void>

/** Scans one share of a source. `known` holds fingerprints as for a whole scan. */
export type ScanPart = (
  place: number,
  share: ScanShare,
  known: ReadonlyMap<string, string>,
  take: TakeBatch
) => Promise<unknown>

/**
 * Scans a source of which nothing is known in several places side by side, as if one had scanned it all: totals are summed up, and what
 * one part learned about the units of another is looked at in the end.
 */
export async function scanShared(
  places: number,
  scan: ScanPart,
  take: TakeBatch,
  folders?: SharedFolders | null
): Promise<void> {
  const fingerprints = new Map<string, string>()
  const later = new Map<string, string>()
  let total = 0
  const merged: TakeBatch = (steps) => {
    const passed: ScanStep[] = []
    for (const step of steps) {
      if (step.type === 'later') {
        if (!later.has(step.unit)) later.set(step.unit, step.hint)
        continue
      }
      if (step.type === 'unit') fingerprints.set(step.unit, step.fingerprint)
      if (step.type === 'total') total += step.units
      passed.push(step.type === 'total' ? { type: 'total', units: total } : step)
    }
    return take(passed)
  }
  const shares = Array.from({ length: places }, (_, index) => ({ index, of: places, ...(folders && { folders }) }))
  await Promise.all(shares.map((share) => scan(share.index, share, new Map(), merged)))
  if (later.size === 0) return
  const read = new Map([...later.keys()].flatMap((unit) => pairOf(unit, fingerprints.get(unit))))
  await scan(0, { later }, read, take)
}

function pairOf(unit: string, fingerprint: string | undefined): [string, string][] {
  return fingerprint === undefined ? [] : [[unit, fingerprint]]
}
