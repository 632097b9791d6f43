import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { newestFirst } from '../reading/timestamp'
import { type Answer, refused } from './answer'
import { type CheckpointError, type CheckpointMetadata, listCheckpointMetadata } from './checkpoint-store'

/** The agent's own limit over the checkpoints of all sessions together; 0 means none (format page, section 3.4). */
export const maxCheckpoints = 50

/** What goes when a checkpoint is added. */
export interface Retention {
  /** What the agent itself would remove, which may be the new one; `NotFound` where its pruning stops at a file that is not named after its id. */
  readonly byAgent: Answer<readonly CheckpointMetadata[], 'NotFound'>
  readonly safely: readonly CheckpointMetadata[]
}

/** Fails as the agent's listing does, for which one bad file is enough. */
export function retentionOf(
  folder: string,
  added: CheckpointMetadata,
  max: number
): Answer<Retention, CheckpointError> {
  const list = listCheckpointMetadata(folder)
  if (!list.ok) return list
  const ascending = [...list.value, added].sort((a, b) => newestFirst(b.createdAt, a.createdAt))
  const byAgent = prunedByAgent(ascending, max)
  const isNamed = ({ id }: CheckpointMetadata) => id === added.id || existsSync(join(folder, `${id}.json`))
  const misnamed = byAgent.find((each) => !isNamed(each))
  return {
    ok: true,
    value: {
      byAgent:
        misnamed === undefined
          ? { ok: true, value: byAgent }
          : refused('NotFound', `the file that holds checkpoint ${misnamed.id} has another name`),
      safely: prunedSafely(ascending, max, added.id).filter(isNamed)
    }
  }
}

/** The oldest go, of whatever session, until the count is within the maximum. */
export function prunedByAgent(ascending: readonly CheckpointMetadata[], max: number): readonly CheckpointMetadata[] {
  return max === 0 ? [] : ascending.slice(0, Math.max(0, ascending.length - max))
}

/**
 * The oldest go of what is neither new nor labelled nor of a quiet session, until the count is within the maximum or nothing of that kind
 * is left. A session is quiet while it has no more checkpoints than its share of the maximum.
 */
export function prunedSafely(
  ascending: readonly CheckpointMetadata[],
  max: number,
  newId: string
): readonly CheckpointMetadata[] {
  const counts = new Map<string | null, number>()
  for (const { sessionId } of ascending) counts.set(sessionId, (counts.get(sessionId) ?? 0) + 1)
  const share = Math.max(1, Math.floor(max / Math.max(1, counts.size)))
  const pruned: CheckpointMetadata[] = []
  for (const each of ascending) {
    if (max === 0 || ascending.length - pruned.length <= max) break
    const left = counts.get(each.sessionId) ?? 0
    if (each.id === newId || each.label !== null || left <= share) continue
    counts.set(each.sessionId, left - 1)
    pruned.push(each)
  }
  return pruned
}
