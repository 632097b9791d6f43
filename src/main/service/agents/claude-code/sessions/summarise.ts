import type { Finding } from '@shared/domain/finding'
import { cutText } from '../../../catalog/cut-text'
import type { ListedSession } from '../../adapter'
import { textOf } from '../../json-fields/fields'
import { isFolderOf } from './encode-folder'
import type { SessionFile } from './session-files'
import { readMeta } from './subagent-meta'
import type { SummaryState } from './summary-state'

const longestPromptText = 4000
const longestTitle = 300

export interface Summarised {
  readonly listed: ListedSession
  readonly findings: readonly Finding[]
}

/** The session whose records a file begins with. */
interface Origin {
  readonly id: string
  readonly kind: 'fork' | 'continuation'
}

/** What a list shows of a transcript. `origin` is the session that it is a fork of, or goes on with. */
export function summarise(file: SessionFile, state: SummaryState, origin: Origin | null): Summarised {
  const workspace = workspaceOf(file, state)
  const parent = parentOf(file, state, origin)
  const newest = state.prompts.at(-1)?.text
  const listed: ListedSession = {
    id: file.id,
    title: titleOf(file, state),
    workspace: workspace.path,
    startedAt: state.firstAt,
    updatedAt: state.lastAt,
    entries: null,
    resumable: file.parent !== undefined || state.turns === 0 ? false : workspace.accepted ? true : null,
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
    ...(state.effort !== null && { effort: state.effort }),
    ...(state.version !== null && { agentVersion: state.version }),
    ...(state.permissionMode !== null && { settings: { 'permission mode': state.permissionMode } }),
    ...(newest !== undefined && { preview: cutText(newest, longestTitle) }),
    ...(state.cwds.length > 1 && { directories: state.cwds }),
    ...(parent !== null && parent)
  }
  return { listed, findings: workspaceFindings(file, state, workspace.accepted) }
}

/** A title that the person gave, else one that Claude Code made, else what was asked first. */
function titleOf(file: SessionFile, state: SummaryState): string {
  const task = file.parent === undefined ? null : textOf(readMeta(file.path).description)
  const summary = state.summaries.findLast(({ leaf }) => state.uuids.includes(leaf))?.text
  const title = state.customTitle ?? state.agentName ?? task ?? state.madeTitle ?? summary ?? state.firstPrompt
  return cutText((title ?? '').replace(/\s+/g, ' ').trim() || 'No prompt yet', longestTitle)
}

function parentOf(
  file: SessionFile,
  state: SummaryState,
  origin: Origin | null
): Pick<ListedSession, 'parent' | 'parentKind'> | null {
  if (file.parent === undefined) {
    const parent = origin?.id ?? state.forkedFrom
    return parent === null ? null : { parent, parentKind: origin?.kind ?? 'fork' }
  }
  const parent = file.parent ?? state.sessionId
  // One whose session is nowhere named is a child all the same, and not listed as a session.
  return parent === null ? { parentKind: 'subagent' } : { parent, parentKind: 'subagent' }
}

/** Of several working directories in one file the one whose project folder holds it: there the agent finds it again (cases: B2). */
function workspaceOf(file: SessionFile, { cwds }: SummaryState): { path: string | null; accepted: boolean } {
  const accepted = cwds.find((cwd) => isFolderOf(file.project, cwd))
  return { path: accepted ?? cwds[0] ?? null, accepted: accepted !== undefined }
}

function workspaceFindings(file: SessionFile, { cwds }: SummaryState, accepted: boolean): readonly Finding[] {
  const findings: Finding[] = []
  if (cwds.length > 1) {
    findings.push({
      code: 'claude-code.session.directories',
      severity: 'info',
      what: `The session worked in ${cwds.length} directories: ${cwds.slice(0, 5).join(', ')}${cwds.length > 5 ? ', …' : ''}.`,
      where: file.path
    })
  }
  if (!accepted && cwds.length > 0 && file.parent === undefined) {
    findings.push({
      code: 'claude-code.session.folder',
      severity: 'notice',
      what: 'None of the recorded working directories belongs to the project folder that holds the session, so Claude Code does not offer it there.',
      where: file.path,
      still: 'The transcript is shown as it is.'
    })
  }
  return findings
}
