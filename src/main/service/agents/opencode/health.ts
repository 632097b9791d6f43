import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Reading, SourceHealth, SourceLocation } from '../adapter'
import { folderState } from '../file-store/folder-health'
import { readSessionIndex } from './database/session-index'
import { finding } from './findings'
import { databasesOf, storageOf } from './places'

/** Whether the data folder is there and its databases can be read. What is wrong with one is told by the scan. */
export async function health(source: SourceLocation, reading: Reading): Promise<SourceHealth> {
  const { root } = source
  const state = folderState(root)
  if (state === 'missing') return { state: 'missing', findings: [] }
  if (state !== 'ok') {
    const what = `The sessions of opencode cannot be listed: ${state}.`
    return { state: 'unreadable', findings: [finding('problem', 'folder.unreadable', what, { where: root })] }
  }
  const databases = databasesOf(source)
  const hasFiles = existsSync(storageOf(root)) || existsSync(join(root, 'project'))
  if (databases.length === 0 && !hasFiles) return { state: 'missing', findings: [] }
  for (const place of databases) {
    const { findings } = await readSessionIndex(place, reading)
    if (findings.length > 0) return { state: 'partial', findings: [] }
  }
  return { state: 'ok', findings: [] }
}
