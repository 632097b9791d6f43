import { setImmediate as nextTurn } from 'node:timers/promises'
import { ExpectedFailure } from '@shared/ipc/errors'
import type { KnownUnits, Reading, ScanShare, ScanStep, SourceLocation } from '../../adapter'
import { fingerprintOf, statOf } from '../../file-store/names-in'
import { fallsTo } from '../../scan-share'
import { listOlderFiles, olderSession, readOlderFile } from '../files/older-files'
import { listSessionFiles, type SessionFile } from '../files/session-files'
import { metaPath } from '../files/subagent-meta'
import { placesOf } from '../places'
import { readSession } from './read-session'

/** Time that a scan works on end before others get their turn. */
const sliceMs = 8

/** Goes through all transcripts of a source. */
export async function* scanSource(
  source: SourceLocation,
  known: KnownUnits,
  reading: Reading,
  share?: ScanShare
): AsyncIterable<ScanStep> {
  const places = placesOf(source)
  const units = [
    ...listSessionFiles(places).map((file) => ({ unit: file.path, scan: () => scanFile(file, known) })),
    ...listOlderFiles(places).map((path) => ({ unit: path, scan: () => scanOlder(path, known) }))
  ].filter(({ unit }) => fallsTo(share, unit))
  yield { type: 'total', units: units.length }
  let since = performance.now()
  for (const { scan } of units) {
    const step = scan()
    if (step !== null) yield step
    if (performance.now() - since < sliceMs) continue
    await nextTurn()
    reading.signal.throwIfAborted()
    since = performance.now()
  }
}

function scanFile(file: SessionFile, known: KnownUnits): ScanStep | null {
  const stat = statOf(file.path)
  if (stat === null) return null
  const meta = file.parent === undefined ? null : statOf(metaPath(file.path))
  const fingerprint = [fingerprintOf(stat), ...(meta === null ? [] : [fingerprintOf(meta)])].join('|')
  if (known.fingerprint(file.path) === fingerprint) return { type: 'unchanged', unit: file.path }
  const read = readSession(file, stat)
  if (read === null) return null
  const findings = read.listed.state === 'unreadable' ? read.findings : []
  return { type: 'unit', unit: file.path, fingerprint, sessions: [read.listed], checkpoints: [], findings }
}

function scanOlder(unit: string, known: KnownUnits): ScanStep | null {
  const stat = statOf(unit)
  if (stat === null) return null
  const fingerprint = fingerprintOf(stat)
  if (known.fingerprint(unit) === fingerprint) return { type: 'unchanged', unit }
  try {
    const sessions = [olderSession(readOlderFile(unit), stat.mtimeMs)]
    return { type: 'unit', unit, fingerprint, sessions, checkpoints: [], findings: [] }
  } catch (error) {
    if (error instanceof ExpectedFailure) return null
    throw error
  }
}
