import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Finding } from '@shared/domain/finding'
import type { SourceState } from '@shared/domain/source'
import { type ErrorCode, ExpectedFailure } from '@shared/ipc/errors'
import type { ScanStep, SourceHealth } from '../agents/adapter'
import { isFullDisk } from '../dispatch/system-failure'
import type { Readers } from '../readers/readers'
import type { LibraryReader, LibraryWriter } from '../store/library'
import type { BegunScan } from './begin-scan'
import { SlicedUnits } from './sliced-units'
import { keepOutcome, type SourceOutcome } from './source-rows'
import { type UnitStep, UnitStore } from './unit-store'

/** Units by what happened to them. A second scan of an unchanged source parses none. */
export interface UnitCounts {
  parsed: number
  unchanged: number
  removed: number
}

export interface ScanReport {
  /** After every batch that was written: ids of the sessions in it that changed, and how far the scan is. */
  batch(ids: readonly string[], done: number, total: number | null): void
  /** State or findings of the source as a whole are others than before. */
  sourceChanged(): void
}

export interface ScanDependencies {
  readonly reader: LibraryReader
  readonly writer: LibraryWriter
  readonly readers: Readers
  /** The version of Reprise, since another version may see more in the same bytes. */
  readonly version: string
  readonly now: () => number
}

const stateOf: Partial<Record<ErrorCode, SourceState>> = {
  'source.missing': 'missing',
  'source.locked': 'locked',
  'source.newer': 'newer',
  'source.unreadable': 'unreadable'
}

/**
 * Takes a begun scan of one source over into the catalog. Whatever is wrong with it ends up in its state and findings; only a cancel throws. What an earlier
 * scan found stays when this one does not come to its end.
 */
export async function scanSource(
  { source, health, stored, batches }: BegunScan,
  { writer, version, now }: ScanDependencies,
  report: ScanReport,
  signal: AbortSignal
): Promise<UnitCounts> {
  const store = new UnitStore(writer, source.location.id, source.location.agent)
  const counts: UnitCounts = { parsed: 0, unchanged: 0, removed: 0 }
  const keep = (outcome: SourceOutcome) => {
    const changed = keepOutcome(writer, source.location, outcome, version, now())
    if (changed) report.sourceChanged()
  }
  try {
    if ('error' in health) throw health.error
    if (health.state === 'missing')
      return leaveEmpty(store, counts, report, () =>
        keep({ ...missing(health, source.location.root), scannedAt: now() })
      )
    const unseen = new Set(stored.keys())
    await readUnits(batches, { store, unseen, counts, report, signal })
    signal.throwIfAborted()
    counts.removed = unseen.size
    report.batch(store.remove([...unseen]), counts.parsed + counts.unchanged, counts.parsed + counts.unchanged)
    keep({ ...health, scannedAt: now() })
  } catch (error) {
    if (signal.aborted || isFullDisk(error)) throw error
    keep({ ...outcomeOf(error, source.location.root), scannedAt: null })
    if (!(error instanceof ExpectedFailure)) throw error
  }
  return counts
}

function leaveEmpty(store: UnitStore, counts: UnitCounts, report: ScanReport, keep: () => void): UnitCounts {
  const units = [...store.fingerprints().keys()]
  counts.removed = units.length
  if (units.length > 0) report.batch(store.leave(units), 0, 0)
  keep()
  return counts
}

interface TakeOver {
  readonly store: UnitStore
  readonly unseen: Set<string>
  readonly counts: UnitCounts
  readonly report: ScanReport
  readonly signal: AbortSignal
}

/** Takes over a scan's steps batch by batch; what is left in `unseen` is gone. */
export async function readUnits(batches: AsyncIterable<readonly ScanStep[]>, to: TakeOver): Promise<void> {
  const { store, unseen, counts, report } = to
  const sliced = new SlicedUnits(store)
  let total: number | null = null
  for await (const batch of batches) {
    const parsed: UnitStep[] = []
    const early: string[] = []
    for (const step of batch) {
      if (step.type === 'total') total = step.units
      else unseen.delete(step.unit)
      if (step.type === 'unchanged') counts.unchanged += 1
      if (step.type === 'slice') early.push(...sliced.take(step))
      if (step.type !== 'unit') continue
      const whole = sliced.complete(step)
      if (store.isLarge(whole)) {
        counts.parsed += 1
        await takeLarge(whole, to, total)
      } else parsed.push(whole)
    }
    counts.parsed += parsed.length
    const written = parsed.length > 0 ? store.write(parsed) : []
    report.batch([...early, ...written], counts.parsed + counts.unchanged, total)
  }
}

/** A database of thousands of sessions fills the list slice by slice, and requests are answered in between. */
async function takeLarge(step: UnitStep, { store, counts, report, signal }: TakeOver, total: number | null) {
  for (const ids of store.writeLarge(step)) {
    report.batch(ids, counts.parsed + counts.unchanged - 1, total)
    await nextTurn()
    signal.throwIfAborted()
  }
}

/** A place that is not there says so itself: an adapter has nothing to add. */
function missing({ state, findings }: SourceHealth, root: string): SourceHealth {
  if (findings.length > 0) return { state, findings }
  const finding: Finding = {
    code: 'source.missing',
    severity: 'problem',
    what: 'There is nothing at this place.',
    where: root,
    can: 'Correct the path, or connect the disk that it is on.'
  }
  return { state, findings: [finding] }
}

function outcomeOf(error: unknown, root: string): { state: SourceState; findings: readonly Finding[] } {
  const failure = error instanceof ExpectedFailure ? error.failure : null
  const finding: Finding = {
    code: failure?.code ?? 'source.unreadable',
    severity: 'problem',
    what: failure?.message ?? 'Reading this source stopped on a fault in Reprise.',
    where: root,
    still: 'What an earlier scan found is still listed, and the other sources are not affected.',
    ...(failure?.advice && { can: failure.advice })
  }
  return { state: (failure && stateOf[failure.code]) ?? 'unreadable', findings: [finding] }
}
