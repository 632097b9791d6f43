import { statSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ExpectedFailure } from '@shared/ipc/errors'
import type { KnownUnits, ListedSession, Reading, ScanShare, ScanStep, SourceLocation } from '../../adapter'
import { fallsTo } from '../../scan-share'
import { fileFingerprint, type SessionFile, sessionFiles } from '../files/session-files'
import { sketches } from './session-fold'
import { summarise } from './summarise'

/** Time that a scan works on end before others get their turn. */
const sliceMs = 8

/** Goes through all session files; only what changed is opened. */
export async function* scan(
  { root }: SourceLocation,
  known: KnownUnits,
  reading: Reading,
  share?: ScanShare
): AsyncGenerator<ScanStep> {
  const files = sessionFiles(root)
  yield { type: 'total', units: files.length }
  let since = performance.now()
  for (const file of files) {
    if (!fallsTo(share, file.unit)) continue
    const fingerprint = fileFingerprint(file.path)
    if (fingerprint === null) continue
    const { unit } = file
    if (known.fingerprint(unit) === fingerprint) yield { type: 'unchanged', unit }
    else yield { type: 'unit', unit, fingerprint, sessions: [listSession(file)], checkpoints: [], findings: [] }
    if (performance.now() - since < sliceMs) continue
    await nextTurn()
    reading.signal.throwIfAborted()
    since = performance.now()
  }
}

/** What the list shows of one file. One that cannot be read is listed as such. */
export function listSession(file: SessionFile): ListedSession {
  try {
    const stat = statSync(file.path, { throwIfNoEntry: false })
    if (stat?.isFile()) return summarise(file, sketches.stateOf(file.path, stat))
  } catch (error) {
    if (!(error instanceof ExpectedFailure)) throw error
  }
  return {
    id: file.id ?? file.unit,
    title: 'A session that cannot be read',
    workspace: null,
    startedAt: null,
    updatedAt: null,
    entries: null,
    resumable: null,
    findings: null,
    state: 'unreadable'
  }
}
