import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Reading, SourceHealth, SourceLocation } from '../adapter'
import { folderState } from '../file-store/folder-health'
import { finding } from './findings'
import { newestGeneration, readThreadIndex } from './index/thread-index'

/** Whether the folders of a home can be listed and its index can be read. */
export async function health({ root }: SourceLocation, reading: Reading): Promise<SourceHealth> {
  const state = folderState(root)
  // Other programs keep their credentials in this folder too, which makes it no home of sessions.
  if (state === 'missing' || (state === 'ok' && !isHome(root))) return { state: 'missing', findings: [] }
  const sessions = join(root, 'sessions')
  const reason = state === 'ok' ? folderState(sessions) : state
  if (reason !== 'ok' && reason !== 'missing') {
    const where = state === 'ok' ? sessions : root
    const what = `The sessions of Codex cannot be listed: ${reason}.`
    return { state: 'unreadable', findings: [finding('problem', 'folder.unreadable', what, { where })] }
  }
  const { findings } = await readThreadIndex(root, reading)
  return { state: findings.length === 0 ? 'ok' : 'partial', findings: [] }
}

function isHome(root: string): boolean {
  const parts = ['sessions', 'archived_sessions', 'config.toml', newestGeneration(root, 'state') ?? 'state_5.sqlite']
  return parts.some((name) => existsSync(join(root, name)))
}
