import type { Stats } from 'node:fs'
import type { Finding } from '@shared/domain/finding'
import { ExpectedFailure } from '@shared/ipc/errors'
import { cutText } from '../../../catalog/cut-text'
import type { ListedSession } from '../../adapter'
import { textOf } from '../../json-fields/fields'
import { FoldedFiles } from '../../lines/fold-file'
import type { SessionFile } from '../files/session-files'
import { readMeta } from '../files/subagent-meta'
import { addRecord, emptySummary, isNoNews, type SummaryState } from './summary-state'

const longestPromptText = 4000
const longestTitle = 300

const folded = new FoldedFiles<SummaryState>({ empty: emptySummary, add: addRecord, skips: isNoNews })

export interface ReadSession {
  readonly listed: ListedSession
  readonly findings: readonly Finding[]
}

/** What a list shows of a file, or of one that cannot be read; null when it is gone meanwhile. */
export function readSession(file: SessionFile, stat: Stats): ReadSession | null {
  try {
    return summarise(file, folded.stateOf(file.path, stat))
  } catch (error) {
    if (!(error instanceof ExpectedFailure)) throw error
    if (error.failure.code === 'not.found') return null
    const finding = { code: 'qwen-code.session.unreadable', severity: 'problem', where: file.path } as const
    return { listed: unreadable(file), findings: [{ ...finding, what: error.failure.message }] }
  }
}

function summarise(file: SessionFile, state: SummaryState): ReadSession {
  const accepted = state.cwds.find((cwd) => projectFolderOf(cwd) === file.project)
  const newest = state.prompts.at(-1)?.text
  const listed: ListedSession = {
    id: file.id,
    title: titleOf(file, state),
    workspace: accepted ?? state.cwds[0] ?? null,
    startedAt: state.firstAt,
    updatedAt: state.lastAt,
    entries: null,
    resumable: file.parent !== undefined || state.turns === 0 ? false : accepted !== undefined ? true : null,
    findings: null,
    state: state.damaged ? 'partial' : 'ok',
    layout: 'projects',
    ownCheckpoints: state.snapshots.length,
    ownRestorable: state.snapshots.length > 0,
    promptText: state.prompts
      .map(({ text }) => text)
      .join('\n')
      .slice(0, longestPromptText),
    prompts: state.prompts,
    ...(state.model !== null && { model: state.model }),
    ...(state.version !== null && { agentVersion: state.version }),
    ...(newest !== undefined && { preview: cutText(newest, longestTitle) }),
    ...(state.cwds.length > 1 && { directories: state.cwds }),
    ...parentOf(file, state)
  }
  return { listed, findings: directories(file, state) }
}

/** The folder in which Qwen Code looks for sessions of a directory. It loses what is no letter or digit, so it leads nowhere back. */
export function projectFolderOf(cwd: string): string {
  return cwd.replace(/[^A-Za-z0-9]/g, '-')
}

/** A title that the person gave, else what was asked first. */
function titleOf(file: SessionFile, state: SummaryState): string {
  const task = file.parent === undefined ? null : textOf(readMeta(file.path).description)
  const title = state.customTitle ?? task ?? state.firstPrompt ?? ''
  return cutText(title.replace(/\s+/g, ' ').trim() || 'No prompt yet', longestTitle)
}

function parentOf(file: SessionFile, state: SummaryState): Pick<ListedSession, 'parent' | 'parentKind'> {
  if (file.parent !== undefined) return { parent: file.parent, parentKind: 'subagent' }
  return state.forkedFrom === null ? {} : { parent: state.forkedFrom, parentKind: 'fork' }
}

function unreadable({ id, parent }: SessionFile): ListedSession {
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
    ...(parent !== undefined && { parent, parentKind: 'subagent' })
  }
}

function directories({ path }: SessionFile, { cwds }: SummaryState): readonly Finding[] {
  if (cwds.length < 2) return []
  const names = `${cwds.slice(0, 5).join(', ')}${cwds.length > 5 ? ', …' : ''}`
  const what = `The session worked in ${cwds.length} directories: ${names}.`
  return [{ code: 'qwen-code.session.directories', severity: 'info', what, where: path }]
}
