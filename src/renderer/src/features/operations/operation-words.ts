import type { Operation } from '@shared/domain/operation'
import { changeWords } from '../../words/changes'

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
