import { createHash } from 'node:crypto'
import type { FileFacts } from '@shared/domain/plan'
import { fail } from '@shared/ipc/errors'
import type { Gateway, OpenFile } from './gateway'

/** Nothing at a path. */
export const absent: FileFacts = { exists: false, bytes: 0, sha256: null, mode: null, modifiedAt: null }

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Large buffers cost more than reading into them, so they are used again; a few files are read at a time. */
const idle: Buffer[] = []

/** Hands a file over in pieces; each piece is only valid during its call. */
async function eachPiece(file: OpenFile, use: (piece: Uint8Array) => void): Promise<void> {
  const buffer = idle.pop() ?? Buffer.allocUnsafeSlow(256 * 1024)
  try {
    for (;;) {
      const length = await file.read(buffer)
      if (length === 0) return
      use(buffer.subarray(0, length))
    }
  } finally {
    idle.push(buffer)
  }
}

/** Hash, size, mode of a regular file, or `absent`. Anything else at that name is refused: it is nobody's file to restore. */
export async function readFacts(gateway: Gateway, path: string): Promise<FileFacts> {
  const node = await gateway.lookAt(path)
  if (node === null) return absent
  if (node.kind !== 'file') fail('refused', `${path} is ${named[node.kind]}, not a file.`, { data: { path } })
  const file = await gateway.openToRead(path)
  try {
    const hash = createHash('sha256')
    let bytes = 0
    await eachPiece(file, (piece) => {
      hash.update(piece)
      bytes += piece.length
    })
    const { mode, modifiedNs } = await file.facts()
    return { exists: true, bytes, sha256: hash.digest('hex'), mode, modifiedAt: Number(modifiedNs / 1_000_000n) }
  } finally {
    await file.close()
  }
}

const named = { file: 'a file', folder: 'a folder', link: 'a symbolic link', other: 'a device or a pipe' } as const

/** Same content or same absence. */
export function sameContent(a: FileFacts, b: FileFacts): boolean {
  return a.exists === b.exists && a.sha256 === b.sha256
}

/** What a precondition compares: existence, content and rights; a new time alone is no change. */
export function sameState(a: FileFacts, b: FileFacts): boolean {
  return sameContent(a, b) && a.mode === b.mode
}
