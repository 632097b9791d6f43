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
export function isChosen(category: PartCategory, { children, files }: BundleChoices): boolean {
  if (category === 'conversation' || category === 'tasks') return true
  return category === 'children' ? children : files
}
