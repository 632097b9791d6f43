import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** What a file holds: its SHA-256, and the name that git gives it (SHA-1 of a blob). */
export interface FileHash {
  readonly sha256: string
  readonly blob: string
}

/** Of what is there and cannot be read: it is equal to no content, so that nobody takes it for known, or for gone. */
const unreadable: FileHash = { sha256: 'unreadable', blob: 'unreadable' }
const pieceSize = 256 * 1024

/** null where nothing is. Read in pieces, however large it is; a pipe or a device is not read. */
export function fileHash(path: string): FileHash | null {
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '') ? null : unreadable
  }
  try {
    const stat = fstatSync(file)
    return stat.isFile() ? readHash(file, stat.size) : unreadable
  } catch {
    return unreadable
  } finally {
    closeSync(file)
  }
}

function readHash(file: number, size: number): FileHash {
  const sha256 = createHash('sha256')
  const blob = createHash('sha1').update(`blob ${size}\0`)
  const piece = Buffer.allocUnsafe(pieceSize)
  for (;;) {
    const length = readSync(file, piece)
    if (length === 0) return { sha256: sha256.digest('hex'), blob: blob.digest('hex') }
    sha256.update(piece.subarray(0, length))
    blob.update(piece.subarray(0, length))
  }
}

export function hashOfFile(path: string): string | null {
  return fileHash(path)?.sha256 ?? null
}

export function hashOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
