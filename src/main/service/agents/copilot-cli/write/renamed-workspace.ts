import { readFileSync } from 'node:fs'
import { statOf } from '../../file-store/names-in'
import { workspacePath } from '../files/session-files'

/** A file beside a log. */
export interface BesideFile {
  readonly content: Uint8Array
  readonly mode: number
  readonly because: string
}

interface Renaming {
  readonly id: string
  readonly workspace: string | null
  readonly now: number
}

/** The note of a session's name and directory, line by line as it is, but for what the new session says differently; nothing where there is none. */
export function renamedWorkspace(folder: string, renaming: Renaming): readonly (readonly [string, BesideFile])[] {
  const path = workspacePath(folder)
  if (!statOf(path)?.isFile()) return []
  const lines = readFileSync(path, 'utf8').split('\n')
  const content = Buffer.from(lines.flatMap((line) => renamedLine(line, renaming)).join('\n'))
  return [['workspace.yaml', { content, mode: 0o600, because: 'its name and directory' }]]
}

function renamedLine(line: string, { id, workspace, now }: Renaming): readonly string[] {
  const key = /^(\w+):/.exec(line)?.[1]
  if (key === 'id') return [`id: ${id}`]
  if (key === 'fork_count') return ['fork_count: 0']
  if (key === 'created_at' || key === 'updated_at') return [`${key}: ${new Date(now).toISOString()}`]
  if (workspace === null) return [line]
  if (key === 'cwd') return [`cwd: ${JSON.stringify(workspace)}`]
  // What is known of the repository of the old directory says nothing of the new one.
  return key === 'git_root' || key === 'branch' || key === 'repository' ? [] : [line]
}
