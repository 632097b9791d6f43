import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Checkpoint } from '@shared/domain/checkpoint'
import type { Finding } from '@shared/domain/finding'
import { ExpectedFailure } from '@shared/ipc/errors'
import { cutText } from '../../../catalog/cut-text'
import { withBytes } from '../../lines/byte-source'
import type { ClaudePlaces } from '../places'
import { findSession } from '../sessions/find-session'
import { type FileBackup, foldSnapshots, type Snapshot } from './fold-snapshots'

/** The points that Claude Code's own `/rewind` offers, newest first: each is a prompt with the files as they were before it. */
export function listCheckpoints(places: ClaudePlaces, id: string): readonly Checkpoint[] {
  const file = findSession(places, id)
  if (file === null || file.parent !== undefined) return []
  try {
    const snapshots = withBytes(file.path, foldSnapshots)
    return snapshots.map((snapshot, index) => checkpointOf(places, id, snapshot, snapshots.slice(index))).reverse()
  } catch (error) {
    if (error instanceof ExpectedFailure) return []
    throw error
  }
}

function checkpointOf(
  places: ClaudePlaces,
  id: string,
  snapshot: Snapshot,
  sinceThen: readonly Snapshot[]
): Checkpoint {
  const files = [...snapshot.files]
  const missing = files.filter(([, backup]) => !isThere(places, id, backup))
  // A file that was first changed later was then as its first backup says.
  const restorable = !snapshot.begins || sinceThen.some((later) => later.files.size > 0)
  return {
    id: snapshot.messageId,
    label: snapshot.prompt === null ? null : cutText(snapshot.prompt.replace(/\s+/g, ' ').trim(), 200),
    at: snapshot.at,
    origin: 'agent',
    holds: { files: files.length, kind: 'file history' },
    valid: missing.length === 0,
    restorable,
    findings: [
      ...filesFinding(files),
      ...missing.slice(0, 20).map(([path]) => missingBackup(path)),
      ...(restorable ? [] : [nothingBefore])
    ]
  }
}

/** A file without a backup did not exist at that time, which is something to know and nothing to keep. */
function isThere(places: ClaudePlaces, id: string, { name }: FileBackup): boolean {
  if (name === null) return true
  return /^[\w.@-]{1,200}$/.test(name) && existsSync(join(places.fileHistory, id, name))
}

const nothingBefore: Finding = {
  code: 'claude-code.checkpoint.nothing',
  severity: 'info',
  what: 'Nothing stands before this prompt, and Claude Code changed no file in this session, so there is nothing to put back.'
}

function filesFinding(files: readonly (readonly [string, FileBackup])[]): readonly Finding[] {
  if (files.length === 0) return []
  const names = files.slice(0, 20).map(([path, { name }]) => (name === null ? `${path} (did not exist)` : path))
  const more = files.length > 20 ? ` and ${files.length - 20} more` : ''
  const what = `It holds ${names.join(', ')}${more}. Files that shell commands changed are not in it.`
  return [{ code: 'claude-code.checkpoint.files', severity: 'info', what }]
}

function missingBackup(path: string): Finding {
  return {
    code: 'claude-code.checkpoint.missing',
    severity: 'problem',
    what: `The backup of ${path} is gone, so this file cannot be put back.`
  }
}
