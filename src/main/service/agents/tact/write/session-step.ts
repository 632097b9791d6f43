import type { NativeStepDraft } from '../../../restore/plan-draft'
import type { SourceLocation } from '../../adapter'
import { storePaths } from '../store-paths'
import { sessionStep } from './conflicts'
import { targetOf } from './native-store'

/** The step that gives a session its rows, or takes them away with `content` null. */
export function stepFor(
  source: SourceLocation,
  session: string,
  content: Uint8Array | null,
  because: string,
  create = false
): NativeStepDraft {
  const paths = storePaths(source)
  return {
    id: sessionStep,
    what: 'rows',
    path: paths.database,
    approvedRoot: paths.root,
    target: targetOf(session, create),
    content,
    because
  }
}

/** `1 record`, `2 records`. */
export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
