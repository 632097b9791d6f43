import { setImmediate as nextTurn } from 'node:timers/promises'
import type { KnownUnits, ListedSession, Reading, ScanShare, ScanStep } from '../adapter'
import { fallsTo } from '../scan-share'

/** A unit of a store of files, found by listing folders. */
export interface FileUnit {
  readonly unit: string
  /** Null when it is gone meanwhile. */
  fingerprint(): string | null
  /** Its sessions; only asked for where the fingerprint is not the known one. */
  sessions(): readonly ListedSession[]
}

/** Time that a scan works on end before others get their turn. */
const sliceMs = 8

/** Goes through the units of a store; only what changed is opened. */
export async function* scanUnits(
  units: readonly FileUnit[],
  known: KnownUnits,
  reading: Reading,
  share?: ScanShare
): AsyncGenerator<ScanStep> {
  const own = units.filter(({ unit }) => fallsTo(share, unit))
  yield { type: 'total', units: own.length }
  let since = performance.now()
  for (const file of own) {
    const step = stepOf(file, known)
    if (step !== null) yield step
    if (performance.now() - since < sliceMs) continue
    await nextTurn()
    reading.signal.throwIfAborted()
    since = performance.now()
  }
}

function stepOf(file: FileUnit, known: KnownUnits): ScanStep | null {
  const { unit } = file
  const fingerprint = file.fingerprint()
  if (fingerprint === null) return null
  if (known.fingerprint(unit) === fingerprint) return { type: 'unchanged', unit }
  return { type: 'unit', unit, fingerprint, sessions: file.sessions(), checkpoints: [], findings: [] }
}
