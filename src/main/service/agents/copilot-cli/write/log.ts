import { fail } from '@shared/ipc/errors'
import { checkCopyable } from '../../file-store/largest-copy'
import { pathTo, type RecordTree, readTree, type TreeRecord } from '../../file-store/record-tree'
import { fieldsOf } from '../../json-fields/fields'
import { withBytes } from '../../lines/byte-source'
import { wholeRecord } from '../../lines/read-records'
import type { FileSnapshot } from '../checkpoints/file-snapshots'
import { type SessionFile, sessionFile } from '../files/session-files'
import { recordFacts } from './record-facts'

/** A session's folder and the events in its log. */
export interface Log {
  readonly file: SessionFile
  readonly folder: string
  readonly tree: RecordTree
}

/** Throws `session.gone`, and `refused` where the log is not one that a part of can be taken. */
export function readLog(root: string, id: string): Log {
  const file = sessionFile(root, id)
  if (file === null) return fail('session.gone', `The log of session ${id} is gone.`)
  if (file.folder === null) {
    return fail('refused', 'This session is in the layout of earlier versions, a file without a folder.', {
      advice: 'Resume it once in Copilot CLI, which writes it anew.'
    })
  }
  checkCopyable([file.path])
  const tree = withBytes(file.path, (source) => readTree(source, recordFacts))
  const last = tree.records.at(-1)
  const isChain = last !== undefined && pathTo(tree, last).records.length === tree.records.length
  if (tree.damaged > 0 || !isChain) {
    return fail('refused', 'The log is damaged: not every event follows the one before it.', {
      advice: 'What Copilot CLI loads of such a log is not known, so no part of it is taken for a new session.'
    })
  }
  return { file, folder: file.folder, tree }
}

/** How many events lead to the end of what a record says: with the end of its turn of the model, which says nothing itself. */
export function countThrough({ file, tree }: Log, record: TreeRecord): number {
  const next = tree.records.indexOf(record) + 1
  const after = tree.records[next]
  if (after === undefined) return next
  const { type } = withBytes(file.path, (source) => fieldsOf(wholeRecord(source, after)))
  return type === 'assistant.turn_end' ? next + 1 : next
}

/** How many events stand before the prompt of a turn. Throws `refused` where that is not in the log. */
export function countBefore({ tree }: Log, { event }: Pick<FileSnapshot, 'event'>): number {
  const count = tree.records.findIndex(({ id }) => id !== null && id === event)
  return count === -1 ? fail('refused', 'The prompt of this turn is not in the log.') : count
}
