import { withMembers } from '../../../json/edit-members'
import { valueSpan } from '../../../json/element-spans'
import { latinFoldersMoved, latinMovedBy } from '../../file-store/moved-by'
import { asName, asObject, asText } from '../../json-access'
import { asLatinJson } from '../../lines/record-line'
import type { FolderMove } from '../../write-part'

/** What a line says differently in the new session. */
export interface Rewriting {
  /** Ids of the threads that the history lies in. */
  readonly threads: ReadonlySet<string>
  readonly id: string
  readonly folder: FolderMove | null
  /** Further folders that are elsewhere now. */
  readonly moves: readonly FolderMove[]
}

/**
 * A line of the history as the new session has it: the same bytes, but for the number of the line, the thread that an event names, and the working
 * directory of a turn where that changes. Bytes are held as Latin-1, which keeps each of them.
 */
export function rewriteLine(line: string, ordinal: number, rewriting: Rewriting): string {
  const record = asObject(JSON.parse(line))
  const numbered = typeof record.ordinal === 'number' ? withMembers(line, { ordinal: String(ordinal) }) : line
  const members = payloadMembers(asText(record.type), asObject(record.payload), rewriting)
  const span = Object.keys(members).length === 0 ? null : valueSpan(numbered, ['payload'])
  if (span === null) return numbered
  return (
    numbered.slice(0, span.from) + withMembers(numbered.slice(span.from, span.to), members) + numbered.slice(span.to)
  )
}

function payloadMembers(
  type: string | null,
  payload: Readonly<Record<string, unknown>>,
  { threads, id, folder, moves }: Rewriting
): Readonly<Record<string, string>> {
  const members: Record<string, string> = {}
  if (type === 'event_msg' || type === 'token_usage_record') {
    // What the model saw stays as it is; only what Codex itself notes names the thread.
    for (const key of ['thread_id', 'session_id']) if (threads.has(asName(payload[key]) ?? '')) members[key] = `"${id}"`
  }
  return type === 'turn_context' ? { ...members, ...folderMembers(payload, folder, moves) } : members
}

/** Where a turn worked: the directory of the session becomes that of the new one, others are where the moves say. */
function folderMembers(
  { cwd, workspace_roots: roots, runtime_workspace_roots: runtimeRoots }: Readonly<Record<string, unknown>>,
  folder: FolderMove | null,
  moves: readonly FolderMove[]
): Readonly<Record<string, string>> {
  const members: Record<string, string> = {}
  const all = moves.length > 0 && folder !== null ? [folder, ...moves] : moves
  if (folder !== null && utf8Of(cwd) === folder.from) members.cwd = asLatinJson(folder.to)
  else if (typeof cwd === 'string') {
    const moved = latinMovedBy(cwd, all)
    if (moved !== null) members.cwd = JSON.stringify(moved)
  }
  for (const [name, value] of Object.entries({ workspace_roots: roots, runtime_workspace_roots: runtimeRoots })) {
    const moved = latinFoldersMoved(value, all)
    if (moved !== null) members[name] = JSON.stringify(moved)
  }
  return members
}

function utf8Of(value: unknown): string | null {
  return typeof value === 'string' ? Buffer.from(value, 'latin1').toString('utf8') : null
}
