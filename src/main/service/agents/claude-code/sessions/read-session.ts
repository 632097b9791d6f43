import type { Stats } from 'node:fs'
import type { Finding } from '@shared/domain/finding'
import { ExpectedFailure } from '@shared/ipc/errors'
import type { ListedSession } from '../../adapter'
import { foldedFiles } from './folded-files'
import { continuesIn, forkOrigin } from './fork-origin'
import type { SessionFile } from './session-files'
import type { KnownSiblings } from './siblings'
import { summarise } from './summarise'

export interface ReadSession {
  readonly listed: ListedSession
  readonly findings: readonly Finding[]
  /** The file of the session that this one is a fork of. */
  readonly origin: SessionFile | null
}

/** What a list shows of a file, or of one that cannot be read; null when it is gone meanwhile. */
export function readSession(file: SessionFile, stat: Stats, siblings: KnownSiblings): ReadSession | null {
  try {
    const state = foldedFiles(file.parent !== undefined).stateOf(file.path, stat)
    const origin = file.parent === undefined ? forkOrigin(siblings, file, state) : null
    const kind = origin !== null && continuesIn(origin, file, state) ? 'continuation' : 'fork'
    const { listed, findings } = summarise(file, state, origin === null ? null : { id: origin.id, kind })
    return { listed: { ...listed, fileChangedAt: stat.mtimeMs }, findings, origin }
  } catch (error) {
    if (!(error instanceof ExpectedFailure)) throw error
    if (error.failure.code === 'not.found') return null
    return { listed: unreadable(file), findings: [unreadableFile(file, error.failure.message)], origin: null }
  }
}

function unreadable(file: SessionFile): ListedSession {
  return {
    id: file.id,
    title: 'A session that cannot be read',
    workspace: null,
    startedAt: null,
    updatedAt: null,
    entries: null,
    resumable: false,
    findings: null,
    state: 'unreadable',
    ...(file.parent !== undefined && { parentKind: 'subagent', ...(file.parent !== null && { parent: file.parent }) })
  }
}

function unreadableFile(file: SessionFile, what: string): Finding {
  return { code: 'claude-code.session.unreadable', severity: 'problem', what, where: file.path }
}
