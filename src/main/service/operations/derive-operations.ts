import type { Operation, OperationState, StepResult } from '@shared/domain/operation'
import { endOf, lastStuck, type ReadJournal } from './journal'
import type { OperationRecord } from './operation-record'

/** What deriving needs to know from elsewhere. */
export interface Surroundings {
  /** Whether the writer of this record still holds the lease under which it began. */
  readonly isRunning: (record: OperationRecord) => boolean
  /** Whether the vault still has the content; by name only, it is checked when it is read. */
  readonly hasCopy: (sha256: string) => boolean
  /** When the operation's safety copy was removed to keep the vault small, in Unix ms; null when it was not. */
  readonly prunedAt: (operation: string) => number | null
}

/** All operations, newest first, from the journals alone: a database of them is only a copy. */
export function deriveOperations(journals: readonly ReadJournal[], surroundings: Surroundings): Operation[] {
  const all = journals.flatMap((journal) => {
    const { record } = journal
    return record === null ? [] : [{ record, operation: operationOf(journal, record, surroundings) }]
  })
  all.sort((a, b) => b.record.startedAt - a.record.startedAt || (a.record.id < b.record.id ? 1 : -1))
  // Newest first, so that an undo which was itself undone is known as such when its target is looked at.
  const undos = Map.groupBy(all, ({ record }) => record.undoes)
  for (const each of all) markUndone(each, undos.get(each.record.id) ?? [])
  return all.map(({ operation }) => operation)
}

interface Derived {
  readonly record: OperationRecord
  readonly operation: Operation
}

function operationOf(journal: ReadJournal, record: OperationRecord, surroundings: Surroundings): Operation {
  const end = endOf(journal)
  const stuck = lastStuck(journal)
  const unknown = journal.lost === true && end === null
  const prunedAt = surroundings.prunedAt(record.id)
  const state: OperationState =
    end?.state ?? (surroundings.isRunning(record) ? 'running' : stuck !== null || unknown ? 'failed' : 'interrupted')
  const message = end?.message ?? stuck?.message ?? (unknown ? lostJournal : undefined)
  const missing = record.steps.filter(({ before }) => before.sha256 !== null && !surroundings.hasCopy(before.sha256))
  const over = (end !== null || unknown) && (state === 'done' || state === 'failed')
  return {
    id: record.id,
    kind: record.kind,
    agent: record.agent,
    session: record.session,
    title: record.title,
    checkpoint: record.checkpoint,
    undoes: record.undoes,
    undoneBy: null,
    startedAt: record.startedAt,
    finishedAt: end?.at ?? null,
    state,
    verified: end?.verified ?? false,
    canUndo: over && prunedAt === null && missing.length < record.steps.length,
    ...messageOf(message, over ? goneText(missing.length, prunedAt) : ''),
    results: end?.results ?? stuck?.results ?? record.steps.map(begun)
  }
}

/** What is said of an operation whose journal was damaged; its list in the vault still says what it was about. */
export const lostJournal =
  'The journal of this operation is damaged, so how it ended is not known. The state before it is in the vault.'

function messageOf(message: string | undefined, gone: string): { message?: string } {
  const text = [message ?? '', gone].filter((part) => part !== '').join(' ')
  return text === '' ? {} : { message: text }
}

function goneText(missing: number, prunedAt: number | null): string {
  if (prunedAt !== null) {
    const day = new Date(prunedAt).toISOString().slice(0, 10)
    return `Its safety copy was removed on ${day} to keep the vault small, so it can no longer be undone.`
  }
  return missing === 0 ? '' : `The safety copy of ${missing} ${missing === 1 ? 'file' : 'files'} is gone.`
}

function begun({ id, path, action }: OperationRecord['steps'][number]): StepResult {
  return { step: id, path, action, outcome: 'not-started' }
}

/**
 * An undo counts while it has not been undone itself; one that left steps out, by choice or because their copies were gone, leaves the rest to be
 * undone.
 */
function markUndone({ record, operation }: Derived, undos: readonly Derived[]): void {
  const undo = undos.find((other) => other.operation.state === 'done' && other.operation.undoneBy === null)
  if (undo === undefined) return
  operation.undoneBy = undo.record.id
  if (undo.record.kept.some((result) => result.action !== 'keep')) return
  const reached = new Set([...undo.record.steps.map(({ id }) => id), ...undo.record.kept.map(({ step }) => step)])
  if (record.steps.some(({ id }) => !reached.has(id))) return
  operation.state = 'undone'
  operation.canUndo = false
}
