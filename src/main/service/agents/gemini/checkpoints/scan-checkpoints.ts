import type { KnownUnits, ScanStep } from '../../adapter'
import { fingerprintOf, statOf } from '../../file-store/names-in'
import { checkpointId, sessionOfCheckpoint, timeOfCheckpoint } from './checkpoint-files'

/** What a scan reports of the file of a checkpoint; null when it is gone meanwhile. */
export function scanCheckpoint(unit: string, known: KnownUnits): ScanStep | null {
  const stat = statOf(unit)
  if (stat === null) return null
  const fingerprint = fingerprintOf(stat)
  if (known.fingerprint(unit) === fingerprint) return { type: 'unchanged', unit }
  const id = checkpointId(unit)
  const at = timeOfCheckpoint(id) ?? stat.mtimeMs
  const checkpoint = { id, sessionId: sessionOfCheckpoint(unit), at, label: null, restorable: false }
  return { type: 'unit', unit, fingerprint, sessions: [], checkpoints: [checkpoint], findings: [] }
}
