import { accessSync, constants, statSync } from 'node:fs'
import type { AgentId } from '@shared/domain/agents'
import { agentNames } from '@shared/domain/agents'
import type { SourceHealth } from '../adapter'

/** Whether the folders of a source can be listed: its root, and the one that holds its sessions, which may not be there yet. */
export function folderHealth(agent: AgentId, root: string, sessions: string): SourceHealth {
  const state = folderState(root)
  if (state === 'missing') return { state: 'missing', findings: [] }
  const reason = state === 'ok' ? folderState(sessions) : state
  if (reason === 'ok' || reason === 'missing') return { state: 'ok', findings: [] }
  const what = `The sessions of ${agentNames[agent]} cannot be listed: ${reason}.`
  const where = state === 'ok' ? sessions : root
  return { state: 'unreadable', findings: [{ code: `${agent}.folder.unreadable`, severity: 'problem', what, where }] }
}

/** `ok`, `missing`, or why the folder is of no use. */
export function folderState(path: string): string {
  try {
    if (!statSync(path).isDirectory()) return 'this is not a folder'
    accessSync(path, constants.R_OK | constants.X_OK)
    return 'ok'
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : `the system says ${code ?? 'no'}`
  }
}
