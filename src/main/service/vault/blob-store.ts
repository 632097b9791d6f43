import { createHash, hash as hashAtOnce, randomBytes } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { fail } from '@shared/ipc/errors'
import { inTurns } from '../in-turns'
import { type Gateway, type NodeFacts, type OpenFile, systemCode } from '../restore/gateway'
import { bufferSize, withBuffer } from '../restore/lent-buffer'
import {
  createDurable,
  ensureOwnFolder,
  giveName,
  ignore,
  ownFileMode,
  removeIfThere,
  writeAll
} from '../restore/own-files'

/** A piece of content in the store: SHA-256 in lower-case hex and the size of the content itself. */
export interface Blob {
  readonly sha256: string
  readonly bytes: number
}

/** A file that was taken in, and what the system said of it just before it was read. */
export interface TakenFile extends Blob {
  readonly seen: NodeFacts
}

/**
 * Content by its SHA-256, compressed with zstd, one file each under `<folder>/<first digit>/<hash>.zst`. What is in here
 * is durable once `sync` has returned, and is checked against its name whenever it is read.
 */
export class BlobStore {
  readonly #gateway: Gateway
  readonly folder: string
  readonly #unsynced = new Set<string>()

  constructor(gateway: Gateway, folder: string) {
    this.#gateway = gateway
    this.folder = folder
  }

  async put(content: Uint8Array): Promise<Blob> {
    if (content.length < pieceSize) return this.#takeWhole(content)
    return this.#take(() => Readable.from([content], { objectMode: false }))
  }

  /** Takes in a file in pieces, however large it is. */
  async putFile(path: string): Promise<TakenFile> {
    return this.#reading(path, async ({ file, first, isWhole, seen }) => {
      if (isWhole) return { ...(await this.#takeWhole(first)), seen }
      const blob = await this.#take(() => Readable.from(piecesOf(file, Buffer.from(first)), { objectMode: false }))
      return { ...blob, seen }
    })
  }

  /** Makes the names of all new blobs durable; their content already is. */
  async sync(): Promise<void> {
    for (const folder of this.#unsynced) await this.#gateway.syncFolder(folder)
    this.#unsynced.clear()
  }

  /** Whether the content is there and whole. */
  async holds(sha256: string): Promise<boolean> {
    try {
      await this.copyTo(sha256, async () => undefined)
      return true
    } catch {
      // Missing and damaged come to the same here; who needs the reason reads it.
      return false
    }
  }

  /** Hands the content over in pieces, each valid during its call. Throws `io` when it is missing or is not what its name says. */
  async copyTo(sha256: string, use: (piece: Uint8Array) => Promise<void>): Promise<void> {
    await this.#unpack(sha256, use, true)
  }

  /** As `copyTo`, for who checks the hash of what becomes of it. */
  async copyUnchecked(sha256: string, use: (piece: Uint8Array) => Promise<void>): Promise<void> {
    await this.#unpack(sha256, use, false)
  }

  async #unpack(sha256: string, use: (piece: Uint8Array) => Promise<void>, checked: boolean): Promise<void> {
    const path = this.#pathOf(sha256)
    if ((await this.#gateway.lookAt(path)) === null) {
      fail('io', `The content ${sha256.slice(0, 12)} is no longer in ${this.folder}.`, {
        advice: 'Make a new plan. `reprise vault check` names all kept copies with a gap.',
        data: { sha256 }
      })
    }
    await this.#reading(path, async ({ file, first, isWhole }) => {
      const whole = isWhole ? unpacked(first, sha256) : null
      if (whole === null) return unpackTo(piecesOf(file, Buffer.from(first)), sha256, use)
      if (checked && hashOf(whole) !== sha256) damaged(sha256)
      if (whole.length > 0) await use(whole)
    })
  }

  async #reading<T>(path: string, use: (read: Begun) => Promise<T>): Promise<T> {
    const file = await this.#gateway.openToRead(path)
    try {
      return await withBuffer(async (buffer) => use(await begin(file, buffer)))
    } finally {
      await file.close()
    }
  }

  async get(sha256: string): Promise<Buffer> {
    const pieces: Buffer[] = []
    await this.copyTo(sha256, async (piece) => {
      pieces.push(Buffer.from(piece))
    })
    return Buffer.concat(pieces)
  }

  /** Hashes of all blobs, by their names alone. */
  async names(): Promise<ReadonlySet<string>> {
    const hashes = (await this.#files()).map((path) => basename(path, '.zst'))
    return new Set(hashes)
  }

  /** Every blob with its bytes on disk and the time of its making in Unix ms. */
  async sizes(): Promise<ReadonlyMap<string, { readonly bytes: number; readonly at: number }>> {
    const sizes = new Map<string, { bytes: number; at: number }>()
    const files = await this.#files()
    const nodes = await inTurns(files, (path) => this.#gateway.lookAt(path))
    for (const [index, path] of files.entries()) {
      const node = nodes[index] ?? null
      if (node !== null)
        sizes.set(basename(path, '.zst'), { bytes: node.size, at: Number(node.modifiedNs / 1_000_000n) })
    }
    return sizes
  }

  /** Only for content that nothing names any more. */
  async remove(sha256: string): Promise<void> {
    await removeIfThere(this.#gateway, this.#pathOf(sha256))
  }

  /** Bytes on disk of all blobs. */
  async size(): Promise<number> {
    const nodes = await inTurns(await this.#files(), (path) => this.#gateway.lookAt(path))
    return nodes.reduce((total, node) => total + (node?.size ?? 0), 0)
  }

  async #files(): Promise<readonly string[]> {
    if ((await this.#gateway.lookAt(this.folder)) === null) return []
    const files: string[] = []
    for (const part of await this.#gateway.list(this.folder)) {
      if (!/^[0-9a-f]$/.test(part)) continue
      for (const name of await this.#gateway.list(join(this.folder, part))) files.push(join(this.folder, part, name))
    }
    return files
  }

  /** As `#take`, for content that is small enough to be packed at once; what is there already is not written again. */
  async #takeWhole(content: Uint8Array): Promise<Blob> {
    const sha256 = hashOf(content)
    const path = this.#pathOf(sha256)
    if (!(await this.holds(sha256))) {
      await ensureOwnFolder(this.#gateway, this.folder)
      const temp = this.#tempName()
      await createDurable(this.#gateway, temp, ownFileMode, (file) => writeAll(file, packed(content)))
      await ensureOwnFolder(this.#gateway, dirname(path)).catch(async (error) => {
        await this.#gateway.unlink(temp).catch(ignore)
        throw error
      })
      // Also over a damaged blob of that name, which it repairs.
      await giveName(this.#gateway, temp, path)
    }
    this.#unsynced.add(dirname(path))
    return { sha256, bytes: content.length }
  }

  #tempName(): string {
    return join(this.folder, `incoming-${process.pid}-${randomBytes(6).toString('hex')}.tmp`)
  }

  async #take(open: () => Readable): Promise<Blob> {
    await ensureOwnFolder(this.#gateway, this.folder)
    const temp = this.#tempName()
    const hash = createHash('sha256')
    let bytes = 0
    await createDurable(this.#gateway, temp, ownFileMode, async (file) => {
      const count = new Transform({
        transform(piece: Buffer, _encoding, done) {
          hash.update(piece)
          bytes += piece.length
          done(null, piece)
        }
      })
      await pipeline(open(), count, createZstdCompress({ chunkSize: pieceSize }), writerOf(file))
    })
    const sha256 = hash.digest('hex')
    await this.#name(temp, sha256).catch(async (error) => {
      await this.#gateway.unlink(temp).catch(ignore)
      throw error
    })
    return { sha256, bytes }
  }

  async #name(temp: string, sha256: string): Promise<void> {
    const path = this.#pathOf(sha256)
    if (await this.holds(sha256)) {
      await this.#gateway.unlink(temp)
    } else {
      await ensureOwnFolder(this.#gateway, dirname(path))
      // Also over a damaged blob of that name, which it repairs.
      await giveName(this.#gateway, temp, path)
    }
    this.#unsynced.add(dirname(path))
  }

  #pathOf(sha256: string): string {
    if (!/^[0-9a-f]{64}$/.test(sha256)) fail('io', 'That is no name of a copy in the vault.', { data: { sha256 } })
    return join(this.folder, sha256.slice(0, 1), `${sha256}.zst`)
  }
}

function damaged(sha256: string): never {
  fail('io', `The copy ${sha256.slice(0, 12)} in the vault is damaged.`, { data: { sha256 } })
}

/** Few large pieces: each one is a call to the disk and a turn of its own. */
const pieceSize = bufferSize

/** What a file begins with, in a lent buffer, whether that is all of it, and what the system said of it before it was read. */
interface Begun {
  readonly file: OpenFile
  readonly first: Buffer
  readonly isWhole: boolean
  readonly seen: NodeFacts
}

async function begin(file: OpenFile, buffer: Buffer): Promise<Begun> {
  const seen = await file.facts()
  let bytes = 0
  while (bytes < buffer.length) {
    const length = await file.read(buffer.subarray(bytes))
    bytes += length
    if (length === 0 || (bytes >= seen.size && bytes < buffer.length)) break
  }
  return { file, first: buffer.subarray(0, bytes), isWhole: bytes < buffer.length, seen }
}

/**
 * The lowest level packs records about as small as the usual one in half of the time, and gives up soon on what cannot be packed. With the size
 * known before, less room is taken.
 */
function packed(content: Uint8Array): Buffer {
  return zstdCompressSync(content, {
    params: { [constants.ZSTD_c_compressionLevel]: 1 },
    pledgedSrcSize: content.length,
    chunkSize: content.length + roomForFrame
  })
}

/** More than a frame adds to content of `pieceSize` that cannot be packed. */
const roomForFrame = 1024

/** The content of a whole small blob; null when it is so much larger that it is taken in pieces. */
function unpacked(packed: Buffer, sha256: string): Buffer | null {
  try {
    // Of what could not be packed this is all of it in one piece.
    const chunkSize = Math.max(4 * 1024, packed.length)
    return zstdDecompressSync(packed, { chunkSize, maxOutputLength: 16 * pieceSize })
  } catch (error) {
    if (systemCode(error) === 'ERR_BUFFER_TOO_LARGE') return null
    return damaged(sha256)
  }
}

async function unpackTo(
  pieces: AsyncGenerator<Buffer>,
  sha256: string,
  use: (piece: Uint8Array) => Promise<void>
): Promise<void> {
  const hash = createHash('sha256')
  const sink = new Writable({
    write(piece: Buffer, _encoding, done) {
      hash.update(piece)
      use(piece).then(() => done(), done)
    }
  })
  try {
    await pipeline(Readable.from(pieces, { objectMode: false }), createZstdDecompress({ chunkSize: pieceSize }), sink)
  } catch (error) {
    if (systemCode(error).startsWith('Z')) damaged(sha256)
    throw error
  }
  if (hash.digest('hex') !== sha256) damaged(sha256)
}

function hashOf(content: Uint8Array): string {
  return hashAtOnce('sha256', content, 'hex')
}

async function* piecesOf(file: OpenFile, first: Buffer): AsyncGenerator<Buffer> {
  yield first
  for (;;) {
    const piece = Buffer.allocUnsafe(pieceSize)
    const length = await file.read(piece)
    if (length === 0) return
    yield piece.subarray(0, length)
  }
}

function writerOf(file: OpenFile): Writable {
  return new Writable({
    write(piece: Buffer, _encoding, done) {
      writeAll(file, piece).then(() => done(), done)
    }
  })
}
