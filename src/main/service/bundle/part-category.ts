import type { BundleChoices, PartCategory } from '@shared/domain/bundle'
import type { StepDraft } from '../restore/plan-draft'

/** What a part of a session is to the person who chooses what goes into a bundle. */
export function categoryOf({ what, path }: Pick<StepDraft, 'what' | 'path'>): PartCategory {
  if (what === 'checkpoint') return 'checkpoints'
  if (what === 'tasks') return 'tasks'
  if (/[/\\]subagents[/\\]/.test(path)) return 'children'
  if (/[/\\]tool-results?[/\\]/.test(path)) return 'outputs'
  return what === 'file' ? 'files' : 'conversation'
}

/** Whether parts of this category are in a bundle of these choices. The conversation and its tasks always are. */
export function isChosen(category: PartCategory, choices: BundleChoices): boolean {
  switch (category) {
    case 'conversation':
    case 'tasks':
      return true
    case 'children':
      return choices.children
    case 'outputs':
      return choices.outputs ?? choices.files
    case 'checkpoints':
      return choices.checkpoints ?? choices.files
    case 'files':
      return choices.files
    case 'memory':
      return choices.memory
  }
}
