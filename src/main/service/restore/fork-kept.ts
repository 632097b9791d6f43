import { join } from 'node:path'
import type { ChangeRequest } from '@shared/domain/change'
import type { Reading, SourceLocation } from '../agents/adapter'
import { movedDraft } from '../agents/file-store/moved-draft'
import type { WritePart } from '../agents/write-part'
import { removeScratch } from '../scratch'
import type { EngineParts } from './engine-parts'
import { findKeptPoint, isKeptPoint } from './kept-points'
import { layOut } from './lay-out'
import type { PlanDraft } from './plan-draft'

type Fork = Extract<ChangeRequest, { readonly kind: 'fork' }>

/** Whether a fork begins with a point that the vault keeps, and the adapter forks only what lies in a source. */
export function isForkOfKept(request: ChangeRequest, { forksParts }: WritePart): request is Fork {
  return request.kind === 'fork' && request.checkpoint !== null && isKeptPoint(request.checkpoint) && !forksParts
}

let made = 0

/**
 * A new session from a kept point: the point is laid out in a place of our own with all that was kept, is forked there by the adapter as any
 * session is, and what that would write goes into the source. Throws `checkpoint.invalid` where a part is missing.
 */
export async function forkOfKept(
  parts: EngineParts,
  write: WritePart,
  source: SourceLocation,
  { session, checkpoint, entry, workspace }: Fork,
  reading: Reading
): Promise<PlanDraft> {
  const point = await findKeptPoint(parts, session, checkpoint ?? '')
  made += 1
  const folder = join(reading.scratch, `fork-${made}`)
  try {
    const from = await layOut(parts, point, folder, reading.signal, 'all')
    const fork = { kind: 'fork', sessionId: session.id, checkpoint: null, entry, workspace } as const
    const { steps, ...draft } = movedDraft(await write.plan(from, fork, reading), from, source)
    return {
      ...draft,
      steps,
      notes: [`It begins with what Reprise kept: ${point.label ?? point.kind}.`, ...draft.notes]
    }
  } finally {
    removeScratch(folder)
  }
}
