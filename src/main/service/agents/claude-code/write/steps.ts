import type { StepSubject } from '@shared/domain/plan'
import type { FileStepDraft } from '../../../restore/plan-draft'
import type { ClaudePlaces } from '../places'

export const closeFirst = 'Close Claude Code, or at least this session in it, before this is applied.'
/** Claude Code gives its transcripts to nobody else. */
export const ownMode = 0o600

/** A file of Claude Code's own folder. */
export function ownStep(
  places: ClaudePlaces,
  step: Pick<FileStepDraft, 'id' | 'path' | 'content' | 'because'> & {
    readonly what: StepSubject
    readonly mode?: number
  }
): FileStepDraft {
  return { mode: ownMode, ...step, approvedRoot: places.root }
}

export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}

/** A text for one line of a plan. */
export function inShort(text: string, longest = 80): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= longest ? line : `${[...line].slice(0, longest - 1).join('')}…`
}
