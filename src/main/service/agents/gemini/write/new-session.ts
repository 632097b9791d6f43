import { randomUUID } from 'node:crypto'
import { basename, join } from 'node:path'
import { fail } from '@shared/ipc/errors'
import { withMembers } from '../../../json/edit-members'
import { valueSpan } from '../../../json/element-spans'
import type { FileStepDraft } from '../../../restore/plan-draft'
import { latinFoldersMoved } from '../../file-store/moved-by'
import { namesIn } from '../../file-store/names-in'
import { fieldsOf } from '../../json-fields/fields'
import { withBytes } from '../../lines/byte-source'
import { recordLine } from '../../lines/record-line'
import type { FolderMove } from '../../write-part'
import type { SessionFile } from '../files/find-session'
import type { ProjectFolder } from '../files/project-folders'
import type { GeminiPlaces } from '../places'
import { type LogLine, readLog } from './log-lines'

/** What a new session is made of. */
export interface MadeSession {
  readonly places: GeminiPlaces
  readonly origin: SessionFile
  /** Project of the new one. */
  readonly project: ProjectFolder
  readonly projectHash: string | null
  readonly id: string
  readonly now: number
  readonly lines: readonly LogLine[]
  /** Folders of then and of now, of a session from elsewhere. */
  readonly moves: readonly FolderMove[]
}

/** The log up to an end as a file of its own, and the subagents that it names. */
export function newSessionSteps(made: MadeSession): readonly FileStepDraft[] {
  const { places, origin, project, id, lines } = made
  const folder = join(origin.group.project.path, 'chats', origin.id)
  const kept = withBytes(origin.path, (source) => lines.map((line) => recordLine(source, line)))
  const subagents = subagentsIn(folder).filter((agent) => kept.some((line) => line.includes(agent)))
  const agents = new Map(subagents.map((agent) => [agent, randomUUID()]))
  const at = new Date(made.now).toISOString()
  const content = kept.map((line) => renamed(rewritten(line, made), agents))
  const end = JSON.stringify({ $set: { lastUpdated: at } })
  const name = `session-${at.slice(0, 16).replace(':', '-')}-${id.slice(0, 8)}.jsonl`
  const prompts = new Set(
    lines.filter(({ type, answers }) => type === 'user' && answers === null).map((line) => line.id)
  )
  return [
    step(places, 'session', join(project.path, 'chats', name), [...content, end], {
      because: `a new session with ${prompts.size} ${prompts.size === 1 ? 'prompt' : 'prompts'}`
    }),
    ...[...agents].map(([old, now], index) => {
      const own = withBytes(join(folder, `${old}.jsonl`), (source) =>
        readLog(source).map((line) => recordLine(source, line))
      )
      const path = join(project.path, 'chats', id, `${now}.jsonl`)
      return step(
        places,
        `subagent-${index + 1}`,
        path,
        own.map((line) => renamed(elsewhere(line, made), agents)),
        {
          because: 'a subagent of it'
        }
      )
    })
  ]
}

function step(
  { root }: GeminiPlaces,
  id: string,
  path: string,
  lines: readonly string[],
  { because }: { readonly because: string }
): FileStepDraft {
  const content = Buffer.from(`${lines.join('\n')}\n`, 'latin1')
  return { id, what: 'session', path, approvedRoot: root, content, mode: 0o600, because }
}

function subagentsIn(folder: string): readonly string[] {
  return namesIn(folder).flatMap(({ name }) => (name.endsWith('.jsonl') ? [basename(name, '.jsonl')] : []))
}

/** The same bytes, but for the session's id where the log names it, the hash of another directory, and further directories that are elsewhere now. */
function rewritten(line: string, made: MadeSession): string {
  const { id } = made
  const fields = fieldsOf(JSON.parse(line))
  if (typeof fields.sessionId === 'string' && fields.id === undefined) {
    return withMembers(elsewhere(line, made), { sessionId: `"${id}"` })
  }
  if (typeof fieldsOf(fields.$set).sessionId !== 'string') return line
  const span = valueSpan(line, ['$set'])
  if (span === null) return fail('refused', 'A line of the session cannot be read.')
  return (
    line.slice(0, span.from) +
    withMembers(line.slice(span.from, span.to), { sessionId: `"${id}"` }) +
    line.slice(span.to)
  )
}

/** The line that begins a log, with the project of the new session and the directories where they are now; any other line as it is. */
function elsewhere(line: string, { projectHash, moves }: MadeSession): string {
  if (projectHash === null) return line
  const fields = fieldsOf(JSON.parse(line))
  if (typeof fields.sessionId !== 'string' || fields.id !== undefined) return line
  const folders = latinFoldersMoved(fields.directories, moves)
  return withMembers(line, {
    projectHash: `"${projectHash}"`,
    ...(folders !== null && { directories: JSON.stringify(folders) })
  })
}

function renamed(line: string, agents: ReadonlyMap<string, string>): string {
  let changed = line
  for (const [old, now] of agents) changed = changed.replaceAll(old, now)
  return changed
}
