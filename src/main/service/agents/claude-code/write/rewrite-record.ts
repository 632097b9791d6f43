import { withMembers } from '../../../json/edit-members'
import { fieldsOf, textOf } from '../../json-fields/fields'
import type { ByteSource } from '../../lines/byte-source'
import { asLatinJson, recordLine } from '../../lines/record-line'
import type { Node } from './conversation'

/** What a record says differently in the new session. */
export interface Rewriting {
  readonly from: string
  readonly to: string
  /** The working directory, and what it becomes; null where it stays. */
  readonly folder: { readonly from: string; readonly to: string } | null
  /** Ids of subagents, and what they become. */
  readonly agents: ReadonlyMap<string, string>
}

/**
 * A record as the new session has it: the same bytes, but for the session's id, the session that it comes from (as Claude Code's own `/branch`
 * notes it) and the session whose file holds the request of a reply (as `--fork-session` does).
 */
export function rewriteRecord(source: ByteSource, node: Node, rewriting: Rewriting): string {
  // All names that are looked for are ASCII.
  const bytes = recordLine(source, node)
  const text = node.results.length > 0 ? renamed(bytes, rewriting.agents) : bytes
  return withMembers(text, membersOf(text, node, rewriting))
}

function membersOf(text: string, node: Node, { from, to, folder }: Rewriting): Readonly<Record<string, string>> {
  const fields = fieldsOf(JSON.parse(text))
  const members: Record<string, string> = {}
  if (typeof fields.sessionId === 'string') members.sessionId = asLatinJson(to)
  if (folder !== null && typeof fields.cwd === 'string') {
    const cwd = Buffer.from(fields.cwd, 'latin1').toString('utf8')
    const moved = movedPath(cwd, folder)
    if (moved !== null) members.cwd = asLatinJson(moved)
  }
  if (node.uuid === null) return members
  members.forkedFrom = asLatinJson({ sessionId: from, messageUuid: node.uuid })
  if (textOf(fields.requestRef) !== null && fields.requestSessionId === undefined)
    members.requestSessionId = asLatinJson(from)
  return members
}

export function movedPath(path: string, { from, to }: NonNullable<Rewriting['folder']>): string | null {
  if (path === from) return to
  return path.startsWith(`${from}/`) ? to + path.slice(from.length) : null
}

/** Results name subagents in texts too, where the model finds them. */
function renamed(text: string, agents: Rewriting['agents']): string {
  let changed = text
  for (const [old, now] of agents) changed = changed.replaceAll(old, now)
  return changed
}
