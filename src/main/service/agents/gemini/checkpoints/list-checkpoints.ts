import { basename } from 'node:path'
import type { Checkpoint } from '@shared/domain/checkpoint'
import type { Finding } from '@shared/domain/finding'
import { ExpectedFailure } from '@shared/ipc/errors'
import { cutText } from '../../../catalog/cut-text'
import { findSession, type SessionFile } from '../files/find-session'
import { stateOf } from '../listing/read-session'
import type { SummaryState } from '../listing/summary-state'
import type { GeminiPlaces } from '../places'
import { checkpointPaths, readCheckpoint, type ToolCheckpoint } from './checkpoint-files'
import { chatId, type SavedChat, savedChats } from './saved-chats'
import { type ShadowCommit, ShadowRepository } from './shadow-repository'

/** What Gemini CLI kept of a session: before tools changed files, and where the person saved the conversation. Newest first. */
export function listCheckpoints(places: GeminiPlaces, id: string): readonly Checkpoint[] {
  const file = findSession(places, id)
  if (file === null || file.group.parent !== undefined) return []
  const { project } = file.group
  const state = stateOrNull(file)
  const shadow = new ShadowRepository(places.history, project.name)
  const all = checkpointPaths(project)
    .map(readCheckpoint)
    .filter((each) => each !== null)
  const own = all.filter(({ sessionId }) => sessionId === id)
  const chats = savedChats(project).filter(({ tag }) => state?.tags.includes(tag))
  const named = new Set(all.map(({ commit }) => commit))
  const loose = shadow.commits().filter(({ hash, at }) => !named.has(hash) && isWithin(at, state))
  const found = [
    ...own.map((each) => ofTool(each, shadow)),
    ...chats.map(ofChat),
    ...loose.map((commit) => ofCommit(commit, shadow))
  ]
  return found.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0))
}

function stateOrNull(file: SessionFile): SummaryState | null {
  try {
    return stateOf(file)
  } catch (error) {
    if (error instanceof ExpectedFailure) return null
    throw error
  }
}

/** Commits have times in whole seconds. */
function isWithin(at: number, state: SummaryState | null): boolean {
  if (state?.firstAt == null || state.lastAt === null) return false
  return at >= state.firstAt - 1000 && at <= state.lastAt + 1000
}

function ofTool(point: ToolCheckpoint, shadow: ShadowRepository): Checkpoint {
  const isMissing = point.commit === null || shadow.has(point.commit) === false
  const target = point.target === null ? '' : ` on ${basename(point.target)}`
  return {
    id: point.id,
    label: cutText(`Before ${point.tool}${target}`, 200),
    at: point.at,
    origin: 'agent',
    holds: { messages: point.messages, files: null, kind: 'shadow commit' },
    valid: point.isWhole && !isMissing,
    restorable: point.isWhole && !isMissing,
    findings: [...(isMissing ? [missing(point.commit)] : []), ...(point.isWhole ? [] : [damaged(point.path)])]
  }
}

function ofChat(chat: SavedChat): Checkpoint {
  return {
    id: chatId(chat),
    label: chat.tag,
    at: chat.at,
    origin: 'agent',
    holds: { messages: chat.messages, files: 0, kind: 'saved chat' },
    valid: chat.messages !== null,
    restorable: chat.messages !== null,
    findings: chat.messages === null ? [damaged(chat.path)] : []
  }
}

function ofCommit({ hash, at, subject }: ShadowCommit, shadow: ShadowRepository): Checkpoint {
  const isMissing = shadow.has(hash) === false
  return {
    id: `commit-${hash}`,
    label: cutText(subject, 200),
    at,
    origin: 'agent',
    holds: { messages: 0, files: null, kind: 'shadow commit' },
    valid: !isMissing,
    restorable: !isMissing,
    findings: [...(isMissing ? [missing(hash)] : []), byTime]
  }
}

const byTime: Finding = {
  code: 'gemini.checkpoint.by-time',
  severity: 'info',
  what: 'The conversation that belonged to this commit is gone. It is listed here because it was made while the session ran.'
}

function missing(commit: string | null): Finding {
  const what =
    commit === null ? 'It names no commit' : `Its commit ${commit.slice(0, 12)} is not in the shadow repository`
  return { code: 'gemini.checkpoint.missing', severity: 'problem', what: `${what}, so files cannot be put back.` }
}

function damaged(path: string): Finding {
  return { code: 'gemini.checkpoint.damaged', severity: 'problem', what: 'The file cannot be read whole.', where: path }
}
