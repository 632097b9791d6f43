import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Checkpoint } from '@shared/domain/checkpoint'
import type { Finding } from '@shared/domain/finding'
import { ExpectedFailure } from '@shared/ipc/errors'
import { cutText } from '../../../catalog/cut-text'
import { withBytes } from '../../lines/byte-source'
import { findSession } from '../files/session-files'
import type { QwenPlaces } from '../places'
import { foldSnapshots, type Snapshot } from './fold-snapshots'

/** Files that are named one by one; of more only how many. */
const mostNamed = 20

/** The points that Qwen Code's own `/rewind` offers, newest first: each is a prompt with the files as they were before it. */
export function listCheckpoints(places: QwenPlaces, id: string): readonly Checkpoint[] {
  const file = findSession(places, id)
  if (file === null || file.parent !== undefined) return []
  try {
    return withBytes(file.path, foldSnapshots)
      .map((snapshot) => checkpointOf(places, id, snapshot))
      .reverse()
  } catch (error) {
    if (error instanceof ExpectedFailure) return []
    throw error
  }
}

function checkpointOf(places: QwenPlaces, id: string, snapshot: Snapshot): Checkpoint {
  const files = [...snapshot.files]
  const missing = files.filter(([, name]) => name !== null && !isThere(places, [id, snapshot], name))
  return {
    id: snapshot.promptId,
    label: snapshot.prompt === null ? null : cutText(snapshot.prompt.replace(/\s+/g, ' ').trim(), 200),
    at: snapshot.at,
    origin: 'agent',
    holds: { files: files.length, kind: 'file history' },
    valid: missing.length === 0,
    restorable: false,
    findings: [...filesFinding(files), ...missing.slice(0, mostNamed).map(([path]) => missingBackup(path)), later]
  }
}

/** Copies lie with the session that made them, which for a fork may be its parent. */
function isThere(places: QwenPlaces, [id, { promptId }]: readonly [string, Snapshot], name: string): boolean {
  const owners = [id, promptId.split('########')[0] ?? id]
  if (!/^[\w.@-]{1,200}$/.test(name)) return false
  return owners.some((owner) => /^[\w-]{1,200}$/.test(owner) && existsSync(join(places.fileHistory, owner, name)))
}

const later: Finding = {
  code: 'qwen-code.checkpoint.later',
  severity: 'info',
  what: 'Reprise shows this checkpoint; putting files back to it comes later.',
  can: 'In Qwen Code, `/rewind` goes back to it.'
}

function filesFinding(files: readonly (readonly [string, string | null])[]): readonly Finding[] {
  if (files.length === 0) return []
  const names = files.slice(0, mostNamed).map(([path, name]) => (name === null ? `${path} (did not exist)` : path))
  const more = files.length > mostNamed ? ` and ${files.length - mostNamed} more` : ''
  const what = `It holds ${names.join(', ')}${more}. Files that shell commands changed are not in it.`
  return [{ code: 'qwen-code.checkpoint.files', severity: 'info', what }]
}

function missingBackup(path: string): Finding {
  const what = `The copy of ${path} is gone, so this file cannot be put back.`
  return { code: 'qwen-code.checkpoint.missing', severity: 'problem', what }
}
