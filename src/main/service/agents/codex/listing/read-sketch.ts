import { statSync } from 'node:fs'
import { fail } from '@shared/ipc/errors'
import type { Reading } from '../../adapter'
import { withBytes } from '../../lines/byte-source'
import { FoldedFiles } from '../../lines/fold-file'
import type { RolloutFile } from '../files/rollout-files'
import { removeUnpacked, unpackedCopy } from '../files/unpacked-copy'
import { copiedUntil } from '../transcript/copied-records'
import { type FoundPrompt, type SessionSketch, sketchFold } from './session-sketch'

/** A rollout as a list sees it. */
export interface Sketch extends SessionSketch {
  /** Prompts of its own, without those that were copied from a parent. */
  readonly own: readonly FoundPrompt[]
  /** The first one of them. */
  readonly firstOwn: FoundPrompt | null
  /** Whether turns were counted through all of it. */
  readonly isWhole: boolean
}

/** A file that has grown is read from where the last look ended. */
export const sketches = new FoldedFiles(sketchFold)

/** Up to this size a file is read as a whole; of a longer one its beginning and its end. */
const wholeBytes = 4 * 1024 * 1024

/** Throws `not.found` and `session.unreadable`. */
export async function readSketch(file: RolloutFile, reading: Reading): Promise<Sketch> {
  if (!file.packed) return sketchOf(file.path)
  const copy = await unpackedCopy(file.path, reading, 'list')
  try {
    return sketchOf(copy)
  } finally {
    await removeUnpacked(copy)
  }
}

function sketchOf(path: string): Sketch {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat?.isFile()) return fail('session.unreadable', `${path} is not a file.`)
  const sketch = sketches.stateOf(path, stat)
  const { meta, metas, prompts, first } = sketch
  const copies = meta !== null && meta.base === null && (metas > 1 || meta.forkedFrom !== null)
  const border = copies ? withBytes(path, (source) => copiedUntil(source, meta.startedAt)) : 0
  const own = prompts.filter(({ from }) => from >= border)
  const firstOwn = first !== null && first.from >= border ? first : (own[0] ?? null)
  return { ...sketch, own, firstOwn, isWhole: stat.size <= wholeBytes }
}
