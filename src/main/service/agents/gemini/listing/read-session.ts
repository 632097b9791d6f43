import type { Finding } from '@shared/domain/finding'
import { ExpectedFailure } from '@shared/ipc/errors'
import type { ListedSession } from '../../adapter'
import { FoldedFiles } from '../../lines/fold-file'
import { recordsFrom } from '../../lines/read-records'
import type { SessionFile } from '../files/find-session'
import { openSessionBytes } from '../files/open-session-bytes'
import type { Workspaces } from '../files/project-folders'
import { summarise } from './summarise'
import { addRecord, emptySummary, isNoNews, type SummaryState } from './summary-state'

const folded = new FoldedFiles<SummaryState>({ empty: emptySummary, add: addRecord, skips: isNoNews })

export interface ReadSession {
  readonly listed: ListedSession
  readonly findings: readonly Finding[]
}

/** What a list shows of a session, or of one that cannot be read; null when it is gone meanwhile. */
export function readSession(file: SessionFile, workspaces: Workspaces): ReadSession | null {
  try {
    return summarise(file, stateOf(file), workspaces.of(file.group.project), otherStates(file))
  } catch (error) {
    if (!(error instanceof ExpectedFailure)) throw error
    if (error.failure.code === 'not.found') return null
    return { listed: unreadable(file), findings: [unreadableFile(file, error.failure.message)] }
  }
}

/** The state of a session's own file. Throws as `openBytes` does. */
export function stateOf({ path, stat }: Pick<SessionFile, 'path' | 'stat'>): SummaryState {
  if (!path.endsWith('.json')) return folded.stateOf(path, stat)
  const source = openSessionBytes(path)
  try {
    const state = emptySummary()
    for (const record of recordsFrom(source, 0)) addRecord(state, record)
    return state
  } finally {
    source.close()
  }
}

/** Files of the same session that hold something of their own, with how many messages. */
function otherStates({ others }: SessionFile): readonly { path: string; messages: number }[] {
  return others.flatMap((path) => {
    const source = openSessionBytes(path)
    try {
      const state = emptySummary()
      let count = 0
      for (const record of recordsFrom(source, 0)) {
        addRecord(state, record)
        count += 1
        if (count > 1000) break
      }
      return state.messages > 0 ? [{ path, messages: state.messages }] : []
    } finally {
      source.close()
    }
  })
}

function unreadable({ id, group }: SessionFile): ListedSession {
  return {
    id,
    title: 'A session that cannot be read',
    workspace: null,
    startedAt: null,
    updatedAt: null,
    entries: null,
    resumable: false,
    findings: null,
    state: 'unreadable',
    ...(group.parent !== undefined && { parent: group.parent, parentKind: 'subagent' })
  }
}

function unreadableFile({ path }: SessionFile, what: string): Finding {
  return { code: 'gemini.session.unreadable', severity: 'problem', what, where: path }
}
