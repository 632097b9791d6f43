import { withMembers } from '../../../json/edit-members'
import type { ByteSource } from '../../lines/byte-source'
import { wholeRecord } from '../../lines/read-records'
import { fieldsOf, textOf } from '../records/fields'
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
  // Latin-1 keeps each byte as it is, also one that is no UTF-8; all names that are looked for are ASCII.
  const bytes = node.mended ? asJson(wholeRecord(source, node)) : lineOf(source, node)
  const text = node.results.length > 0 ? renamed(bytes, rewriting.agents) : bytes
  return withMembers(text, membersOf(text, node, rewriting))
}

function membersOf(text: string, node: Node, { from, to, folder }: Rewriting): Readonly<Record<string, string>> {
  const fields = fieldsOf(JSON.parse(text))
  const members: Record<string, string> = {}
  if (typeof fields.sessionId === 'string') members.sessionId = asJson(to)
  if (folder !== null && typeof fields.cwd === 'string') {
    const cwd = Buffer.from(fields.cwd, 'latin1').toString('utf8')
    const moved = movedPath(cwd, folder)
    if (moved !== null) members.cwd = asJson(moved)
  }
  if (node.uuid === null) return members
  members.forkedFrom = asJson({ sessionId: from, messageUuid: node.uuid })
  if (textOf(fields.requestRef) !== null && fields.requestSessionId === undefined)
    members.requestSessionId = asJson(from)
  return members
}

function movedPath(path: string, { from, to }: NonNullable<Rewriting['folder']>): string | null {
  if (path === from) return to
  return path.startsWith(`${from}/`) ? to + path.slice(from.length) : null
}

/** Results name subagents in texts too, where the model finds them. */
function renamed(text: string, agents: Rewriting['agents']): string {
  let changed = text
  for (const [old, now] of agents) changed = changed.replaceAll(old, now)
  return changed
}

/** JSON text whose bytes, written as Latin-1, are its UTF-8. */
export function asJson(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('latin1')
}

/** The line without its end, and without the byte order mark that a file may begin with. */
function lineOf(source: ByteSource, { from, to }: Node): string {
  const line = source.read(from, to).toString('latin1')
  return line.replace(/^\u00ef\u00bb\u00bf/, '').replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')
}
