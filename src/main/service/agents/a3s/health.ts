import { createHash } from 'node:crypto'
import { accessSync, constants, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceHealth, SourceKey, SourceLocation } from '../adapter'
import { fileStamp } from './reading/fingerprint'
import { orphanFindings } from './reading/orphan-checkpoints'
import { stateFindings } from './state-findings'
import { leaseFile, sessionsFolder, walFile } from './store/layout'
import { statOf } from './store/read-bytes'
import { readStoreState, type StoreState } from './store/store-state'

/** How a store is doing; a log with a problem does not hide any session. */
export function checkHealth(source: SourceLocation, key: SourceKey): SourceHealth {
  const { root } = source
  const stat = statOf(root)
  if (stat === null) return { state: 'missing', findings: [] }
  const unreadable = stat.isDirectory() ? folderProblem(root) : 'it is no folder'
  if (unreadable !== null) {
    const what = `This place cannot be read: ${unreadable}.`
    return {
      state: 'unreadable',
      findings: [{ code: 'a3s.source.unreadable', severity: 'problem', what, where: root }]
    }
  }
  const findings = [...stateFindings(root, stateOf(root, key)), ...orphanFindings(root, key)]
  return { state: findings.some((finding) => finding.severity === 'problem') ? 'partial' : 'ok', findings }
}

function folderProblem(root: string): string | null {
  try {
    accessSync(root, constants.R_OK)
    readdirSync(root)
    return null
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  }
}

interface Remembered {
  readonly stamp: string
  readonly state: StoreState
}

const remembered = new Map<string, Remembered>()

/** The state of a store, read anew only when one of its files or folders changed: the log of a large store takes a while. */
export function stateOf(root: string, key: SourceKey): StoreState {
  const keyStamp = key === null ? '' : createHash('sha256').update(key).digest('hex')
  const places = [root, sessionsFolder(root), walFile(root), join(root, 'v1', 'wal'), leaseFile(root)]
  const stamp = [...places.map(fileStamp), keyStamp].join('|')
  const known = remembered.get(root)
  if (known?.stamp === stamp) return known.state
  const state = readStoreState(root, key)
  remembered.set(root, { stamp, state })
  return state
}
