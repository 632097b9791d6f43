import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fail } from '@shared/ipc/errors'
import type { FileStepDraft } from '../../../restore/plan-draft'
import type { SourceLocation } from '../../adapter'
import { statOf } from '../../file-store/names-in'
import { becauseOf, gapsOf, newSessionNotes } from '../../file-store/new-session-words'
import { newWorkspace } from '../../file-store/new-workspace'
import type { NewSession } from '../../file-store/plan-back'
import { pathTo, type RecordPath, type RecordTree, type TreeRecord } from '../../file-store/record-tree'
import { fieldsOf } from '../../json-fields/fields'
import { type ByteSource, withBytes } from '../../lines/byte-source'
import { wholeRecord } from '../../lines/read-records'
import { asLatinJson, recordLine } from '../../lines/record-line'
import { type SessionFile, settingsPath } from '../files/session-files'
import { readStart } from '../records/session-start'

/** What a new session is made of. */
export interface Origin {
  readonly source: SourceLocation
  readonly file: SessionFile
  /** The first record. */
  readonly start: unknown
  readonly tree: RecordTree
}

/** The way to a message as a file of its own, as droid's own fork makes it: a beginning that names the original, and the records as they are. */
export function newSession({ source, file, start, tree }: Origin, leaf: TreeRecord, wanted: string | null): NewSession {
  if (readStart(start)?.version !== 'version 2') {
    return fail('refused', 'This session does not begin as those of present versions of droid do.')
  }
  const path = pathTo(tree, leaf)
  const because = becauseOf(path)
  const id = randomUUID()
  const workspace = wanted === null ? null : newWorkspace(wanted)
  const beginning = asLatinJson({
    ...fieldsOf(start),
    id,
    ...(workspace !== null && { cwd: workspace }),
    parent: file.id,
    forkedAtMessageId: leaf.id
  })
  const lines = withBytes(file.path, (bytes) =>
    withStates(tree, path, bytes).map((record) => recordLine(bytes, record))
  )
  const folder = workspace === null ? dirname(file.path) : join(source.root, 'sessions', folderOf(workspace))
  const step: FileStepDraft = {
    ...{ id: 'session', what: 'session', approvedRoot: source.root, mode: 0o600, because },
    path: join(folder, `${id}.jsonl`),
    content: Buffer.from([beginning, ...lines, ''].join('\n'), 'latin1')
  }
  return {
    id,
    steps: [step, ...settingsStep(step, file)],
    cannot: gapsOf('droid', tree, path),
    notes: newSessionNotes('droid', id, path),
    inputs: [file.path]
  }
}

/** The folder in which droid keeps sessions of a directory. */
export function folderOf(cwd: string): string {
  return cwd.replace(/[/\\]/g, '-')
}

/** What is no message has no id and goes with the message before it; after the last one only how its turn ended. */
function withStates({ records }: RecordTree, path: RecordPath, bytes: ByteSource): readonly TreeRecord[] {
  const taken = new Set(path.records)
  const last = path.records.at(-1)
  let before: TreeRecord | null = null
  return records.slice(1).filter((record) => {
    if (record.id !== null) {
      before = record
      return taken.has(record)
    }
    if (before === null || !taken.has(before)) return false
    return before !== last || fieldsOf(wholeRecord(bytes, record)).type === 'agent_turn_outcome'
  })
}

/** Tokens and times that were counted are of the original; what the session runs with goes along. */
const counted = /^(?:.*[tT]okenUsage.*|assistantActiveTimeMs)$/

function settingsStep(session: FileStepDraft, file: SessionFile): readonly FileStepDraft[] {
  const from = settingsPath(file.path)
  if (!statOf(from)?.isFile()) return []
  const settings = Object.entries(fieldsOf(parsed(readFileSync(from, 'utf8')))).filter(([key]) => !counted.test(key))
  if (settings.length === 0) return []
  const content = Buffer.from(JSON.stringify(Object.fromEntries(settings), null, 2))
  return [{ ...session, id: 'settings', path: settingsPath(session.path), content, because: 'its model and modes' }]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
