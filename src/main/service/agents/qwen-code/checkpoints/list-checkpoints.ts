import type { Checkpoint } from '@shared/domain/checkpoint'
import type { Finding } from '@shared/domain/finding'
import { ExpectedFailure } from '@shared/ipc/errors'
import { cutText } from '../../../catalog/cut-text'
import { findSession } from '../files/session-files'
import type { QwenPlaces } from '../places'
import { backupFile } from './backup-file'
import type { Backup } from './fold-snapshots'
import { type KnownSnapshot, snapshotsOf } from './snapshots-of'

/** Files that are named one by one; of more only how many. */
const mostNamed = 20

/** The points that Qwen Code's own `/rewind` offers, newest first: each is a prompt with the files as they were before it. */
export function listCheckpoints(places: QwenPlaces, id: string): readonly Checkpoint[] {
  const file = findSession(places, id)
  if (file === null || file.parent !== undefined) return []
  try {
    const snapshots = snapshotsOf(file.path)
    return snapshots
      .map((snapshot, index) => {
        const hasFiles = snapshots.slice(index).some((later) => !later.isLeft && later.files.size > 0)
        return checkpointOf(places, id, snapshot, !snapshot.begins || (hasFiles && !snapshot.isLeft))
      })
      .reverse()
  } catch (error) {
    if (error instanceof ExpectedFailure) return []
    throw error
  }
}

function checkpointOf(places: QwenPlaces, id: string, snapshot: KnownSnapshot, restorable: boolean): Checkpoint {
  const files = [...snapshot.files]
  const isGone = ({ name, failed }: Backup) =>
    failed || (name !== null && backupFile(places, id, snapshot, name) === null)
  const missing = files.filter(([, backup]) => isGone(backup))
  return {
    id: snapshot.promptId,
    label: snapshot.prompt === null ? null : cutText(snapshot.prompt.replace(/\s+/g, ' ').trim(), 200),
    at: snapshot.at,
    origin: 'agent',
    holds: { files: files.length, kind: 'file history' },
    valid: missing.length === 0 && !snapshot.isLeft,
    restorable,
    findings: [
      ...filesFinding(files),
      ...missing.slice(0, mostNamed).map(([path]) => missingBackup(path)),
      ...(snapshot.isLeft ? [left] : [])
    ]
  }
}

const left: Finding = {
  code: 'qwen-code.checkpoint.left',
  severity: 'info',
  what: 'The session was rewound to before this, and with that Qwen Code let go of the files as they were then.',
  can: 'Only the conversation can be put back to it.'
}

function filesFinding(files: readonly (readonly [string, Backup])[]): readonly Finding[] {
  if (files.length === 0) return []
  const named = files.slice(0, mostNamed)
  const names = named.map(([path, { name, failed }]) => (name === null && !failed ? `${path} (did not exist)` : path))
  const more = files.length > mostNamed ? ` and ${files.length - mostNamed} more` : ''
  const what = `It holds ${names.join(', ')}${more}. Files that shell commands changed are not in it.`
  return [{ code: 'qwen-code.checkpoint.files', severity: 'info', what }]
}

function missingBackup(path: string): Finding {
  const what = `The copy of ${path} is gone, so this file cannot be put back.`
  return { code: 'qwen-code.checkpoint.missing', severity: 'problem', what }
}
