import { withMembers } from '../../../json/edit-members'
import { valueSpan } from '../../../json/element-spans'
import { movedBy } from '../../file-store/moved-by'
import { asObject } from '../../json-access'
import type { FolderMove } from '../../write-part'
import type { NewSession } from './new-session'

/** The directory and the worktree that each reply notes (`path.cwd`, `path.root`), where they are after the moves. No other byte changes. */
export function withMovedPaths(made: NewSession, moves: readonly FolderMove[]): NewSession {
  if (moves.length === 0) return made
  return { ...made, messages: made.messages.map((message) => ({ ...message, text: movedText(message.text, moves) })) }
}

function movedText(text: string, moves: readonly FolderMove[]): string {
  const span = text.includes('"path"') ? valueSpan(text, ['path']) : null
  if (span === null) return text
  const path = asObject(JSON.parse(text.slice(span.from, span.to)))
  const members: Record<string, string> = {}
  for (const name of ['cwd', 'root']) {
    const folder = path[name]
    const moved = typeof folder === 'string' ? movedBy(folder, moves) : null
    if (moved !== null) members[name] = JSON.stringify(moved)
  }
  return text.slice(0, span.from) + withMembers(text.slice(span.from, span.to), members) + text.slice(span.to)
}
