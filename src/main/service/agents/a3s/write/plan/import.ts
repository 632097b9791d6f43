import type { PlanDraft } from '../../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../../adapter'
import type { ImportSession } from '../../../write-part'
import { openSealed } from '../../store/sealed'
import { allowed } from '../refuse-change'
import { planFork } from './fork'
import { sessionParts } from './session-parts'

/** A session from elsewhere by the rules of the crate's own fork (format 4.3); it is sealed here where this store seals, whether it was there or not. */
export function planImport(
  source: SourceLocation,
  { sessionId, from, key = null, workspace, before = [] }: ImportSession,
  reading: Reading
): PlanDraft {
  const parts = sessionParts(from, sessionId, key).map((part) =>
    part.content === null
      ? part
      : { ...part, content: allowed(openSealed(part.content, key, `session file from ${part.path}`), part.path) }
  )
  return planFork(source, { kind: 'fork', sessionId, checkpoint: null, entry: null, workspace, parts }, reading, before)
}
