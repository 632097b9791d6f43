import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { namesIn, statOf } from '../../file-store/names-in'
import { fieldsOf, listOf, textOf } from '../../json-fields/fields'
import { withBytes } from '../../lines/byte-source'
import type { ProjectFolder } from '../files/project-folders'

/** What Gemini CLI keeps before a tool changes a file: the conversation, and a commit of the shadow repository. */
export interface ToolCheckpoint {
  /** Name of the file without its ending; what `/restore` takes. */
  readonly id: string
  readonly path: string
  readonly sessionId: string | null
  readonly at: number | null
  readonly tool: string
  /** The file that was about to be changed, where it is known. */
  readonly target: string | null
  readonly commit: string | null
  /** Messages of the conversation in it; null for a file that is too large to be counted. */
  readonly messages: number | null
  readonly isWhole: boolean
}

/** A checkpoint beyond this size is known by its end only. */
const largest = 16 * 1024 * 1024
const endBytes = 64 * 1024

export function checkpointPaths(project: ProjectFolder): readonly string[] {
  const folder = join(project.path, 'checkpoints')
  return namesIn(folder)
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map(({ name }) => join(folder, name))
}

export function checkpointId(path: string): string {
  return basename(path, '.json')
}

/** The session of a checkpoint as its end says, for lists; null when that says nothing. */
export function sessionOfCheckpoint(path: string): string | null {
  return textOf(endOf(path)?.messageId)?.split('########')[0] || null
}

/** Null when the file is gone. */
export function readCheckpoint(path: string): ToolCheckpoint | null {
  const stat = statOf(path)
  if (!stat?.isFile()) return null
  const id = checkpointId(path)
  const content = stat.size > largest ? endOf(path) : contentOf(path)
  const [, named = ''] = /-([a-z_]+)$/.exec(id) ?? []
  const call = fieldsOf(content?.toolCall)
  const messageId = textOf(content?.messageId)
  return {
    id,
    path,
    sessionId: messageId?.split('########')[0] || null,
    at: timeOfCheckpoint(id) ?? stat.mtimeMs,
    tool: textOf(call.name) ?? named,
    target: textOf(fieldsOf(call.args).file_path),
    commit: textOf(content?.commitHash),
    messages: Array.isArray(content?.clientHistory) ? listOf(content.clientHistory).length : null,
    isWhole: content !== null
  }
}

function contentOf(path: string): Readonly<Record<string, unknown>> | null {
  try {
    return fieldsOf(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}

/** What stands at the end of a file, where the fields come that tell what it belongs to. */
function endOf(path: string): Readonly<Record<string, unknown>> | null {
  try {
    const end = withBytes(path, (source) => source.read(source.size - endBytes, source.size)).toString('utf8')
    const member = (name: string) => new RegExp(`"${name}"\\s*:\\s*"([^"\\\\]{1,300})"\\s*[,}]`).exec(end)?.[1] ?? null
    return { commitHash: member('commitHash'), messageId: member('messageId') }
  } catch {
    return null
  }
}

/** `2026-11-29T12-28-37_106Z` at the beginning of a name. */
export function timeOfCheckpoint(id: string): number | null {
  const match = /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)_(\d{3})Z/.exec(id)
  const at = match ? Date.parse(`${match[1]}${match[2]}:${match[3]}:${match[4]}.${match[5]}Z`) : Number.NaN
  return Number.isNaN(at) ? null : at
}
