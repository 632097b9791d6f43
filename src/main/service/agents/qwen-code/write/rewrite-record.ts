import { withMembers } from '../../../json/edit-members'
import { valueSpan } from '../../../json/element-spans'
import { latinMovedBy } from '../../file-store/moved-by'
import { fieldsOf, textOf } from '../../json-fields/fields'
import { asLatinJson } from '../../lines/record-line'
import type { FolderMove } from '../../write-part'

/** What a record says differently in the new session. */
export interface Rewriting {
  readonly from: string
  readonly to: string
  /** Where the new one goes on; null where that is the same directory. */
  readonly workspace: string | null
  /** Folders of then and of now, of a session from elsewhere. */
  readonly moves: readonly FolderMove[]
}

/** Records that name a prompt by its session (as `--fork-session` renames them). */
const namesPrompts = new Set(['file_history_snapshot', 'ui_telemetry'])
/** Records that say how a session came to be, which a new one does not take over. */
const ofOrigin = new Set(['parent_session', 'session_source', 'turn_result'])

export function isOfOrigin(line: string): boolean {
  const fields = fieldsOf(JSON.parse(line))
  return fields.type === 'system' && ofOrigin.has(textOf(fields.subtype) ?? '')
}

/**
 * A record as Qwen Code's own fork has it: the same bytes, but for the session, the record that it follows, where it comes from, and the session in
 * the names of prompts. Bytes are held as Latin-1, which keeps each of them.
 */
export function rewriteRecord(line: string, parent: string | null, { from, to, workspace, moves }: Rewriting): string {
  const fields = fieldsOf(JSON.parse(line))
  const renamed = namesPrompts.has(textOf(fields.subtype) ?? '') ? withPrompts(line, from, to) : line
  return withMembers(renamed, {
    parentUuid: asLatinJson(parent),
    sessionId: asLatinJson(to),
    ...(workspace !== null && { cwd: cwdOf(fields.cwd, workspace, moves) }),
    forkedFrom: asLatinJson({ sessionId: from, messageUuid: fields.uuid })
  })
}

/** A fork goes on in one directory; of a session from elsewhere, what lay beside or below its directory still does. */
function cwdOf(cwd: unknown, workspace: string, moves: readonly FolderMove[]): string {
  const moved = typeof cwd === 'string' ? latinMovedBy(cwd, moves) : null
  return moved === null ? asLatinJson(workspace) : JSON.stringify(moved)
}

function withPrompts(line: string, from: string, to: string): string {
  const span = valueSpan(line, ['systemPayload'])
  if (span === null) return line
  const payload = line.slice(span.from, span.to).replaceAll(`"${from}#`, `"${to}#`)
  return line.slice(0, span.from) + payload + line.slice(span.to)
}
