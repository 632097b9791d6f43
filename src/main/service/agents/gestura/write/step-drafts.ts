import type { StepSubject } from '@shared/domain/plan'
import type { FileStepDraft } from '../../../restore/plan-draft'

/** Only the person reads what is created anew: transcripts hold secrets. */
const newFileMode = 0o600

/** The first note of every plan that replaces a session. */
export const closeFirst = 'Close gestura first: while it runs it keeps sessions in memory and can write over them.'

/** A file that shall hold `content`; null removes it. */
export function fileStep(
  id: string,
  what: StepSubject,
  path: string,
  approvedRoot: string,
  content: Uint8Array | string | null,
  because: string
): FileStepDraft {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return { id, what, path, approvedRoot, content: bytes, mode: newFileMode, because }
}

/** `1 task`, `3 tasks`. */
export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
