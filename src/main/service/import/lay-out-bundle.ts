import { readFile } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import type { BundleManifest, BundlePart } from '@shared/domain/bundle'
import { ExpectedFailure, fail } from '@shared/ipc/errors'
import type { AgentAdapter, Reading, SourceLocation } from '../agents/adapter'
import { pathIn } from '../bundle/places'
import { ChangedMeanwhile } from '../restore/exchange'
import { diskGateway } from '../restore/gateway'
import { shown } from './unpack/safe-name'
import type { ScratchTree } from './unpack/scratch-tree'

/** Lays the parts of a bundle out in the scratch folder as their agent has them, so that its adapter reads them there. */
export async function layOutBundle(
  manifest: BundleManifest,
  tree: ScratchTree,
  adapter: AgentAdapter,
  source: SourceLocation,
  reading: Reading
): Promise<void> {
  for (const part of manifest.sessions.flatMap(({ parts }) => parts)) {
    reading.signal.throwIfAborted()
    const path = pathIn(source, part)
    if (path === null)
      return fail('refused', `The bundle names a place that ${source.agent} does not have: ${shown(part.place)}.`)
    const inside = relative(tree.root, path)
    if (inside.startsWith('..'))
      return fail('refused', `The bundle names a place outside of itself: ${shown(part.path)}.`)
    if (part.target !== undefined && adapter.write?.layOut !== undefined)
      await layOutState(part, path, tree, adapter, source, reading)
    else if (!(await tree.move(part.name, inside.split(sep).join('/')))) {
      fail('refused', `The bundle names ${shown(part.path)} twice, or inside of another of its files.`)
    }
  }
}

async function layOutState(
  { id, what, name, target = {} }: BundlePart,
  path: string,
  tree: ScratchTree,
  { write }: AgentAdapter,
  source: SourceLocation,
  { key, scratch, signal, now }: Reading
): Promise<void> {
  const content = await readFile(tree.pathOf(name))
  const step = { id, what, path, approvedRoot: source.root, target, content, because: 'as it came in the bundle' }
  try {
    await write?.layOut?.(step, { gateway: diskGateway, source, key, scratch, signal, now: () => now() })
  } catch (error) {
    // Nothing was there before, so another part of the bundle has been.
    if (error instanceof ChangedMeanwhile) fail('refused', `The bundle names what ${shown(name)} holds twice.`)
    if (!(error instanceof ExpectedFailure) || error.failure.code === 'cancelled') throw error
    fail('refused', `The bundle cannot be laid out, because of ${shown(name)}: ${error.failure.message}`)
  }
}
