import { relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { ExpectedFailure } from '@shared/ipc/errors'
import type { ServiceParts } from '../handlers/parts'
import { isNative } from '../restore/plan-draft'
import type { ListedImport } from './list-imported'
import { ImportMeter, usualLimits } from './unpack/limits'
import type { ScratchTree } from './unpack/scratch-tree'

/**
 * Where a checkpoint came without its session: lays the session out as the agent would put it back from the newest one, in our scratch folder alone. Its
 * adapter plans that, as it does in a real store. False where the agent could not do it either.
 */
export async function sessionFromCheckpoint(
  { readers }: Pick<ServiceParts, 'readers'>,
  tree: ScratchTree,
  { source, id, listed, checkpoints }: ListedImport,
  signal: AbortSignal
): Promise<boolean> {
  const isLost = listed === null || listed.state === 'gone'
  const newest = checkpoints.filter(({ restorable }) => restorable).sort((a, b) => (b.at ?? 0) - (a.at ?? 0))[0]
  if (!isLost || newest === undefined || !source.adapter.write?.changes.includes('restore')) return false
  try {
    const change = { kind: 'restore', sessionId: id, checkpoint: newest.id } as const
    const { steps } = await readers.ask(source, id, 'plan', { change, moves: undefined }, { signal })
    if (steps.some((step) => isNative(step) || !isInside(tree, step.path))) return false
    for (const { path, content } of steps) {
      const name = relative(tree.root, path).split(sep).join('/')
      // What came along itself is what counts.
      if (content !== null && !tree.has(name))
        await tree.add(name, Readable.from([content]), new ImportMeter(usualLimits), signal)
    }
    return steps.length > 0
  } catch (error) {
    if (error instanceof ExpectedFailure && error.failure.code !== 'cancelled') return false
    throw error
  }
}

function isInside({ root }: ScratchTree, path: string): boolean {
  const inside = relative(root, path)
  return inside !== '' && !inside.startsWith('..')
}
