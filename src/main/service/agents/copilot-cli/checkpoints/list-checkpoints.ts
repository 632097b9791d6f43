import type { Checkpoint } from '@shared/domain/checkpoint'
import type { Finding } from '@shared/domain/finding'
import { cutText } from '../../../catalog/cut-text'
import { sessionFile } from '../files/session-files'
import { type FileSnapshot, readSnapshots } from './file-snapshots'

/** The points that Copilot CLI's own `/rewind` puts files back to, newest first. Subagents have none of their own. */
export function listCheckpoints(root: string, id: string): readonly Checkpoint[] {
  const file = sessionFile(root, id)
  return file === null ? [] : readSnapshots(file).map(checkpointOf).reverse()
}

function checkpointOf({ id, prompt, at, files }: FileSnapshot): Checkpoint {
  const missing = files.filter(({ isThere }) => !isThere)
  return {
    id,
    label: prompt === null ? null : cutText(prompt.replace(/\s+/g, ' ').trim(), 200),
    at,
    origin: 'agent',
    holds: { files: files.length, kind: 'file snapshots' },
    valid: missing.length === 0,
    restorable: true,
    findings: [...namesOf(files), ...missing.slice(0, 20).map(({ path }) => missingBackup(path))]
  }
}

function namesOf(files: FileSnapshot['files']): readonly Finding[] {
  if (files.length === 0) return []
  const names = files.slice(0, 20).map(({ path, backup }) => (backup === null ? `${path} (did not exist)` : path))
  const more = files.length > 20 ? ` and ${files.length - 20} more` : ''
  const what = `It holds ${names.join(', ')}${more}, as before the turn. Files that shell commands changed are not in it.`
  return [{ code: 'copilot-cli.checkpoint.files', severity: 'info', what }]
}

function missingBackup(path: string): Finding {
  const what = `The copy of ${path} is gone or has another size, so this file cannot be put back.`
  return { code: 'copilot-cli.checkpoint.missing', severity: 'problem', what }
}
