import { createHash } from 'node:crypto'
import { constants, createReadStream, createWriteStream, existsSync, mkdirSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ImportMeter } from './limits'

/** What a file in the scratch folder was made from. */
export interface TakenFile {
  /** Below the tree, with `/`. */
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}

/** A folder of our own that an import is unpacked into. Nothing outside of it is ever written. */
export class ScratchTree {
  readonly root: string

  constructor(root: string) {
    this.root = root
    mkdirSync(root, { recursive: true, mode: 0o700 })
  }

  pathOf(name: string): string {
    return join(this.root, ...name.split('/'))
  }

  /** Writes a new file. `name` has been checked; every piece is counted before it is written. */
  async add(name: string, content: Readable, meter: ImportMeter, signal: AbortSignal): Promise<TakenFile> {
    const path = this.pathOf(name)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const hash = createHash('sha256')
    let bytes = 0
    const counted = new Transform({
      transform(piece: Uint8Array, _encoding, done) {
        try {
          bytes += piece.length
          meter.addBytes(piece.length)
          hash.update(piece)
          done(null, piece)
        } catch (error) {
          done(error as Error)
        }
      }
    })
    await pipeline(content, counted, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal })
    return { name, bytes, sha256: hash.digest('hex') }
  }

  /** Takes in a file of the person's, by reading it. A link that took its place meanwhile is not followed. */
  addFile(name: string, path: string, meter: ImportMeter, signal: AbortSignal): Promise<TakenFile> {
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
    return this.add(name, createReadStream(path, { flags: flags as unknown as string }), meter, signal)
  }

  /** Gives a file of this tree another place in it; false where something is there, or where a folder of that place is a file. */
  async move(from: string, to: string): Promise<boolean> {
    const path = this.pathOf(to)
    if (existsSync(path) || !hasFolder(dirname(path))) return false
    await rename(this.pathOf(from), path)
    return true
  }

  has(name: string): boolean {
    return existsSync(this.pathOf(name))
  }

  makeFolder(name: string): void {
    mkdirSync(this.pathOf(name), { recursive: true, mode: 0o700 })
  }

  async remove(): Promise<void> {
    await rm(this.root, { recursive: true, force: true })
  }
}

/** Makes a folder; false where a file is in its place, or in that of one above it. */
function hasFolder(path: string): boolean {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    return true
  } catch (error) {
    if (['EEXIST', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}
