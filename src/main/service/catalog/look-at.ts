import { ExpectedFailure } from '@shared/ipc/errors'
import type { KnownSource } from '../sources/source-table'
import { knownTouched } from './known-units'
import { readUnits, type ScanDependencies, type ScanReport } from './scan-source'
import { readerOf } from './source-rows'
import { UnitStore } from './unit-store'

/**
 * Takes over what changed at some paths of a source, with work that does not grow with the source. False where only a scan of all of it can tell: the
 * adapter says so, a unit is new or gone, or it was read by another version. Only a cancel and a bug throw.
 */
export async function lookAt(
  source: KnownSource,
  paths: readonly string[],
  { reader, writer, readers, version }: ScanDependencies,
  report: ScanReport,
  signal: AbortSignal
): Promise<boolean> {
  const { id, agent } = source.location
  const named = source.adapter.touched?.(source.location, paths) ?? null
  if (named === null || readerOf(reader, id) !== version) return false
  const known = knownTouched(reader, id, named)
  if (known === null) return false
  const { touched, fingerprints } = known
  if (touched.units.length === 0 && touched.folders.length === 0) return true
  const unseen = new Set(fingerprints.keys())
  const counts = { parsed: 0, unchanged: 0, removed: 0 }
  try {
    const batches = readers.scan(source, fingerprints, signal, { only: touched })
    await readUnits(batches, { store: new UnitStore(writer, id, agent), unseen, counts, report, signal })
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ExpectedFailure) return false
    throw error
  }
  return unseen.size === 0
}
