import { fail } from '@shared/ipc/errors'
import type { OpenedSession } from '../adapter'
import { pathTo, type RecordTree, type TreeRecord } from './record-tree'

/**
 * The last record of a conversation that shall end with an entry: of a reply with calls the last result of them, since a model takes a reply only
 * together with the results of its calls. Throws `not.found`, and `refused` where a conversation cannot end.
 */
export async function endOfEntry(tree: RecordTree, session: OpenedSession, entryId: string): Promise<TreeRecord> {
  const entry = await session.entry(entryId)
  const anchor = entryId.replace(/\.\d+$/, '')
  const record = entry === null ? undefined : tree.records.find(({ from }) => String(from) === anchor)
  if (entry === null || record === undefined) {
    return fail('not.found', `The session has no entry ${entryId.slice(0, 80)}.`)
  }
  if (entry.kind === 'notice' || record.role === 'state' || record.id === null) {
    return fail('refused', 'This entry is no message of the conversation, so a session cannot end with it.', {
      advice: 'Choose the prompt, reply or tool result before it.'
    })
  }
  if (!(await isLastOfRecord(session, entryId))) {
    return fail('refused', 'This entry and what follows it are one message, which cannot be parted.', {
      advice: 'Choose the last call or the reply of the same message, or the entry before.'
    })
  }
  return lastAnswerTo(tree, record)
}

/** Entries of one record have its offset as their id, and a number where there are several. */
export async function isLastOfRecord(session: OpenedSession, entryId: string): Promise<boolean> {
  const anchor = entryId.replace(/\.\d+$/, '')
  const { entries } = await session.page({ from: anchor, direction: 'forward', limit: 200 })
  return entries.filter(({ id }) => id === anchor || id.startsWith(`${anchor}.`)).at(-1)?.id === entryId
}

/** The record itself where it has no calls, or where none of them was answered. */
export function lastAnswerTo(tree: RecordTree, record: TreeRecord): TreeRecord {
  const calls = new Set(record.calls)
  const answers = tree.records.filter(({ answers }) => answers.some((id) => calls.has(id)))
  return answers.findLast((answer) => pathTo(tree, answer).records.includes(record)) ?? record
}

/** How many calls of a path have no result on it. */
export function openCalls(path: readonly TreeRecord[]): number {
  const answered = new Set(path.flatMap(({ answers }) => answers))
  return path.flatMap(({ calls }) => calls).filter((id) => !answered.has(id)).length
}
