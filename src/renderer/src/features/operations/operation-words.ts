import type { Operation } from '@shared/domain/operation'
import { changeWords } from '../../words/changes'

/** A kind of change as a filter names it. */
export const kindNames: Readonly<Record<Operation['kind'], string>> = {
  restore: 'Restores',
  'restore-to-entry': 'Restores to an entry',
  fork: 'Forks',
  delete: 'Deletions',
  'create-checkpoint': 'New checkpoints',
  'delete-checkpoint': 'Deleted checkpoints',
  collect: 'Unused files removed',
  migrate: 'Migrations',
  repair: 'Mendings',
  import: 'Imports',
  undo: 'Undos'
}

export const stateNames: Readonly<Record<Operation['state'], string>> = {
  running: 'Running',
  done: 'Done',
  failed: 'Did not succeed in full',
  'rolled-back': 'Put back',
  undone: 'Undone',
  interrupted: 'Interrupted'
}

/** What was done and how it ended, in a few words. */
export function stateWords({ kind, state, verified }: Pick<Operation, 'kind' | 'state' | 'verified'>): string {
  const { done: participle, noun: doing } = changeWords(kind)
  const done = participle.replace(/^./, (first) => first.toUpperCase())
  switch (state) {
    case 'done':
      return verified ? `${done} and checked` : done
    case 'undone':
      return `${done}, and taken back later`
    case 'running':
      return `The ${doing} is running`
    case 'interrupted':
      return `The ${doing} was interrupted`
    case 'rolled-back':
      return `The ${doing} did not succeed; everything is as it was before`
    case 'failed':
      return `The ${doing} did not succeed in full`
  }
}

/** Why there is no Undo button; null where there is one. */
export function whyNoUndo(operation: Operation): string | null {
  if (operation.canUndo) return null
  switch (operation.state) {
    case 'undone':
      return 'It has been undone; that undo is an operation of its own.'
    case 'rolled-back':
      return 'Nothing is left to undo.'
    case 'running':
      return 'It can be undone once it has ended.'
    case 'interrupted':
      return 'Reprise finishes it or puts everything back before anything else is written.'
    default:
      return 'It cannot be undone any more.'
  }
}
