import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, statSync } from 'node:fs'
import { link, open, rename } from 'node:fs/promises'
import { dirname, isAbsolute } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fail } from '@shared/ipc/errors'
import { type RefusedFolders, refuseWithin } from './refused-folders'
import { beginFile, clearUnfinished } from './unfinished-files'

/** Where the person wants a file. */
export interface OutTarget {
  /** Absolute. */
  readonly path: string
  /** Whether a file that is there may be written over. */
  readonly replace: boolean
}

export interface WrittenOut {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

/**
 * Writes a file to the place that the person named: whole under its name, or not at all, readable by its owner alone. Throws `refused` where
 * something is there, where the folder is missing, in our own folder, and in those of agents.
 */
export async function writeOut(
  { path, replace }: OutTarget,
  refused: RefusedFolders,
  pieces: AsyncIterable<Uint8Array | string>,
  signal: AbortSignal
): Promise<WrittenOut> {
  checkTarget(path, replace, refused)
  clearUnfinished(refused.own)
  const begun = beginFile(refused.own, path)
  const hash = createHash('sha256')
  let bytes = 0
  const counted = new Transform({
    transform(piece: Uint8Array, _encoding, done) {
      bytes += piece.length
      hash.update(piece)
      done(null, piece)
    }
  })
  try {
    await pipeline(pieces, counted, createWriteStream(begun.path, { flags: 'wx', mode: 0o600 }), { signal })
    await syncFile(begun.path)
    await giveName(begun.path, path, replace)
  } finally {
    begun.end()
  }
  return { path, bytes, sha256: hash.digest('hex') }
}

function checkTarget(path: string, replace: boolean, refused: RefusedFolders): void {
  if (!isAbsolute(path)) fail('bad.input', `${path} is not named from the root.`)
  refuseWithin(refused, path)
  if (!existsSync(dirname(path)))
    fail('refused', `There is no folder ${dirname(path)}.`, { advice: 'Choose another place.' })
  const there = statSync(path, { throwIfNoEntry: false })
  if (there?.isDirectory()) fail('refused', `${path} is a folder.`, { advice: 'Name a file.' })
  if (there !== undefined && !replace) refuseThere(path)
}

/** A file that appeared meanwhile is not written over: a second name is only given where none is. */
async function giveName(temp: string, path: string, replace: boolean): Promise<void> {
  if (replace) return rename(temp, path)
  try {
    await link(temp, path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') refuseThere(path)
    // This disk has no second names.
    if (existsSync(path)) refuseThere(path)
    await rename(temp, path)
  }
}

function refuseThere(path: string): never {
  return fail('refused', `${path} is there already.`, {
    advice: 'Choose another name, or say that it may be replaced (on the command line: --replace).',
    data: { path }
  })
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
