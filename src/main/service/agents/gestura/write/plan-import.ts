import { join, relative } from 'node:path'
import type { PlanDraft } from '../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../adapter'
import type { ImportSession } from '../../write-part'
import { captureSession } from './capture'
import { planFork } from './plan-fork'

/** A session from elsewhere by the rules of gestura's own fork: a new id and workspace, both times now; tasks are not taken along (format page, section 5.7). */
export async function planImport(
  source: SourceLocation,
  { sessionId, from, workspace }: ImportSession,
  reading: Reading
): Promise<PlanDraft> {
  const kept = await captureSession(from, sessionId, reading)
  // Which layout a file is of is told by where it lies.
  const parts = kept.map((part) => ({ ...part, path: join(source.root, relative(from.root, part.path)) }))
  const fork = { kind: 'fork', sessionId, checkpoint: null, entry: null, workspace, parts } as const
  return planFork(source, fork, reading)
}
