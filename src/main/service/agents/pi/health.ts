import { accessSync, constants, statSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceHealth, SourceLocation } from '../adapter'

/** Whether the folders of an agent folder can be listed. */
export function health({ root }: SourceLocation): SourceHealth {
  const state = folderState(root)
  if (state === 'missing') return { state: 'missing', findings: [] }
  const sessions = join(root, 'sessions')
  const reason = state === 'ok' ? folderState(sessions) : state
  if (reason === 'ok' || reason === 'missing') return { state: 'ok', findings: [] }
  const where = state === 'ok' ? sessions : root
  const what = `The sessions of pi cannot be listed: ${reason}.`
  return { state: 'unreadable', findings: [{ code: 'pi.folder.unreadable', severity: 'problem', what, where }] }
}

/** `ok`, `missing`, or why the folder is of no use. */
function folderState(path: string): string {
  try {
    if (!statSync(path).isDirectory()) return 'this is not a folder'
    accessSync(path, constants.R_OK | constants.X_OK)
    return 'ok'
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? 'missing' : `the system says ${code ?? 'no'}`
  }
}
