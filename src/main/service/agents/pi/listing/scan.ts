import { statSync } from 'node:fs'
import { ExpectedFailure } from '@shared/ipc/errors'
import type { KnownUnits, ListedSession, Reading, ScanShare, ScanStep, SourceLocation } from '../../adapter'
import { unreadableSession } from '../../file-store/recent-prompts'
import { scanUnits } from '../../file-store/scan-units'
import { fileFingerprint, type SessionFile, sessionFiles } from '../files/session-files'
import { sketches } from './session-fold'
import { summarise } from './summarise'

/** Goes through all session files; only what changed is opened. */
export function scan(
  { root }: SourceLocation,
  known: KnownUnits,
  reading: Reading,
  share?: ScanShare
): AsyncIterable<ScanStep> {
  const units = sessionFiles(root).map((file) => ({
    unit: file.unit,
    fingerprint: () => fileFingerprint(file.path),
    sessions: () => [listSession(file)]
  }))
  return scanUnits(units, known, reading, share)
}

/** What the list shows of one file. One that cannot be read is listed as such. */
export function listSession(file: SessionFile): ListedSession {
  try {
    const stat = statSync(file.path, { throwIfNoEntry: false })
    if (stat?.isFile()) return summarise(file, sketches.stateOf(file.path, stat))
  } catch (error) {
    if (!(error instanceof ExpectedFailure)) throw error
  }
  return unreadableSession(file.id ?? file.unit)
}
