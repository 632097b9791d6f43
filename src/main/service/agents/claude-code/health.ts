import { accessSync, constants, statSync } from 'node:fs'
import type { SourceHealth, SourceLocation } from '../adapter'
import { placesOf } from './places'

/** Whether the folders of a source can be listed. */
export function health(source: SourceLocation): SourceHealth {
  const { root, projects } = placesOf(source)
  const state = folderState(root)
  if (state === 'missing') return { state: 'missing', findings: [] }
  const sessions = state === 'ok' ? folderState(projects) : state
  if (sessions === 'ok' || sessions === 'missing') return { state: 'ok', findings: [] }
  const what = `The sessions of Claude Code cannot be listed: ${sessions}.`
  const where = state === 'ok' ? projects : root
  return {
    state: 'unreadable',
    findings: [{ code: 'claude-code.folder.unreadable', severity: 'problem', what, where }]
  }
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
