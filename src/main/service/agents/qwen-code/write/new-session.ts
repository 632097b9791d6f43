import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileStepDraft } from '../../../restore/plan-draft'
import { statOf } from '../../file-store/names-in'
import { becauseOf, gapsOf, newSessionNotes } from '../../file-store/new-session-words'
import { newWorkspace } from '../../file-store/new-workspace'
import type { NewSession } from '../../file-store/plan-back'
import { pathTo, type RecordPath, type RecordTree, type TreeRecord } from '../../file-store/record-tree'
import { bytesSource, withBytes } from '../../lines/byte-source'
import { recordLine } from '../../lines/record-line'
import type { FolderMove } from '../../write-part'
import { backupFile } from '../checkpoints/backup-file'
import { foldSnapshots } from '../checkpoints/fold-snapshots'
import type { SessionFile } from '../files/session-files'
import { projectFolderOf } from '../listing/read-session'
import type { QwenPlaces } from '../places'
import { isOfOrigin, rewriteRecord } from './rewrite-record'

/** What a new session is made of. */
export interface Origin {
  readonly places: QwenPlaces
  readonly file: SessionFile
  readonly tree: RecordTree
}

/** The way to a record as a transcript of its own, with the copies of files that it names. Throws `refused` where it holds no prompt. */
export function newSession(
  { places, file, tree }: Origin,
  leaf: TreeRecord,
  wanted: string | null,
  moves: readonly FolderMove[] = []
): NewSession {
  const path = pathTo(tree, leaf)
  const because = becauseOf(path)
  const id = randomUUID()
  const workspace = wanted === null ? null : newWorkspace(wanted)
  const content = contentOf(file, path, { from: file.id, to: id, workspace, moves })
  const project = workspace === null ? file.project : projectFolderOf(workspace)
  const backups = backupsIn(places, file.id, content)
  const session = {
    id: 'session',
    what: 'session',
    path: join(places.projects, project, 'chats', `${id}.jsonl`)
  } as const
  return {
    id,
    steps: [
      { ...session, approvedRoot: places.root, content, mode: 0o600, because },
      ...backups.found.map((from, index) => copied(places, id, from, index))
    ],
    cannot: [...gapsOf('qwen-code', tree, path), ...backups.missing.map(missingCopy)],
    notes: [
      ...newSessionNotes('qwen-code', id, path),
      'Subagents stay with the original, as after a fork of Qwen Code itself.'
    ],
    inputs: [file.path]
  }
}

function contentOf(file: SessionFile, { records }: RecordPath, rewriting: Parameters<typeof rewriteRecord>[2]): Buffer {
  const lines: string[] = []
  let parent: string | null = null
  withBytes(file.path, (source) => {
    for (const [index, record] of records.entries()) {
      const line = recordLine(source, record)
      if (isOfOrigin(line)) continue
      lines.push(`${rewriteRecord(line, parent, rewriting)}\n`)
      // A record that is written in several pieces has one id.
      if (records[index + 1]?.id !== record.id) parent = record.id
    }
  })
  return Buffer.from(lines.join(''), 'latin1')
}

/** The copies that the snapshots of the new session name, so that `/rewind` works in it, too. */
function backupsIn(places: QwenPlaces, session: string, content: Buffer) {
  const found = new Set<string>()
  const missing = new Set<string>()
  for (const snapshot of foldSnapshots(bytesSource(content))) {
    for (const [path, { name, failed }] of snapshot.files) {
      if (name === null || failed) continue
      const from = backupFile(places, session, snapshot, name)
      if (from === null) missing.add(path)
      else found.add(from)
    }
  }
  return { found: [...found], missing: [...missing] }
}

function copied(places: QwenPlaces, id: string, from: string, index: number): FileStepDraft {
  const name = from.slice(from.search(/[^/\\]+$/))
  return {
    ...{ id: `backup-${index + 1}`, what: 'file', path: join(places.fileHistory, id, name), approvedRoot: places.root },
    content: readFileSync(from),
    mode: (statOf(from)?.mode ?? 0o600) & 0o777,
    because: 'a file as it was before a change'
  }
}

function missingCopy(path: string) {
  return { what: `The copy of ${path}`, because: 'it is gone, so that `/rewind` of the new session cannot put it back' }
}
