import { randomUUID } from 'node:crypto'
import { join, relative } from 'node:path'
import { fail } from '@shared/ipc/errors'
import { withMembers } from '../../../json/edit-members'
import { valueSpan } from '../../../json/element-spans'
import type { FileStepDraft } from '../../../restore/plan-draft'
import type { SourceLocation } from '../../adapter'
import { latinMovedBy } from '../../file-store/moved-by'
import { becauseOf, newSessionNotes } from '../../file-store/new-session-words'
import { newWorkspace } from '../../file-store/new-workspace'
import type { NewSession } from '../../file-store/plan-back'
import { fieldsOf } from '../../json-fields/fields'
import { withBytes } from '../../lines/byte-source'
import { asLatinJson, recordLine } from '../../lines/record-line'
import type { FolderMove } from '../../write-part'
import { sessionParts } from '../files/session-parts'
import { eventOf } from '../records/event'
import { keptSnapshots } from './kept-snapshots'
import type { Log } from './log'
import { renamedWorkspace } from './renamed-workspace'

/** What a new session begins with. */
export interface Beginning {
  readonly source: SourceLocation
  readonly log: Log
  /** How many events of the log. */
  readonly count: number
  readonly workspace: string | null
  /** Folders of then and of now, of a session from elsewhere. */
  readonly moves?: readonly FolderMove[]
  readonly now: number
}

/** The beginning of a log as a session of its own, with the copies of files that its turns made. Throws `refused` where it holds no prompt. */
export function newSession({ source, log, count, workspace: wanted, moves = [], now }: Beginning): NewSession {
  const records = log.tree.records.slice(0, count)
  const path = { records, torn: false }
  const because = becauseOf(path)
  const id = randomUUID()
  const workspace = wanted === null ? null : newWorkspace(wanted)
  const folder = join(source.root, 'session-state', id)
  const lines = withBytes(log.file.path, (bytes) => records.map((record) => recordLine(bytes, record)))
  const content = Buffer.from(
    [startLine(lines[0] ?? '', id, workspace), ...lines.slice(1).map((line) => movedContext(line, moves)), ''].join(
      '\n'
    ),
    'latin1'
  )
  const beside = new Map([
    ...renamedWorkspace(log.folder, { id, workspace, now }),
    ...keptSnapshots(log.folder, new Set(records.flatMap((record) => record.id ?? [])))
  ])
  const kept = { what: 'file', approvedRoot: source.root } as const
  return {
    id,
    steps: [
      ...[{ id: 'session', path: join(folder, 'events.jsonl'), content, mode: 0o600, because }].map(
        (step): FileStepDraft => ({ ...kept, ...step, what: 'session' })
      ),
      ...[...beside].map(([name, { content, mode, because }], index) => ({
        ...{ ...kept, id: `beside-${index + 1}`, path: join(folder, name), content, mode, because }
      }))
    ],
    cannot: leftBehind(source, log),
    notes: newSessionNotes('copilot-cli', id, path),
    inputs: [log.file.path]
  }
}

/** The first event names the session and the directory that it was begun in. */
function startLine(line: string, id: string, workspace: string | null): string {
  const data = valueSpan(line, ['data'])
  if (data === null) return fail('refused', 'The log does not begin as logs of Copilot CLI do.')
  const members = {
    sessionId: asLatinJson(id),
    ...(workspace !== null && { context: asLatinJson({ cwd: workspace }) })
  }
  return line.slice(0, data.from) + withMembers(line.slice(data.from, data.to), members) + line.slice(data.to)
}

/** A resume notes the directory that it was in; nothing else in a log says where the session works. */
function movedContext(line: string, moves: readonly FolderMove[]): string {
  if (moves.length === 0 || !line.includes('"context"')) return line
  const { type, data } = eventOf(JSON.parse(line))
  const { cwd } = fieldsOf(data.context)
  const moved = type === 'session.resume' && typeof cwd === 'string' ? latinMovedBy(cwd, moves) : null
  const span = moved === null ? null : valueSpan(line, ['data', 'context'])
  if (moved === null || span === null) return line
  // What is known of the repository of the old directory says nothing of the new one.
  return `${line.slice(0, span.from)}${JSON.stringify({ cwd: moved })}${line.slice(span.to)}`
}

const taken = /^(?:events\.jsonl|workspace\.yaml|\..*|.*\.lock|rewind-file-snapshots\/.*)$/

/** Plans, notes of compactions and the like are of the session as it is now. */
function leftBehind({ root }: SourceLocation, { file, folder }: Log) {
  const names = sessionParts(root, file.id).map(({ path }) => relative(folder, path).replaceAll('\\', '/'))
  const others = names.filter((name) => !taken.test(name) && name !== 'checkpoints/index.md')
  const because = 'they are of the session as it is now; they stay with the original'
  return others.length === 0 ? [] : [{ what: `Files beside the log (${others.slice(0, 3).join(', ')})`, because }]
}
