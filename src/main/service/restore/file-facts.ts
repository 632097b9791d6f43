import { createHash } from 'node:crypto'
import type { FileFacts } from '@shared/domain/plan'
import { fail } from '@shared/ipc/errors'
import type { Gateway, NodeFacts, OpenFile } from './gateway'
import { withBuffer } from './lent-buffer'

/** Nothing at a path. */
export const absent: FileFacts = { exists: false, bytes: 0, sha256: null, mode: null, modifiedAt: null }

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/**
 * Hands a file over in pieces; each piece is only valid during its call.
 *
 * @param size of the file as it was seen last: a piece that does not fill the buffer and reaches it is the last one.
 */
async function eachPiece(file: OpenFile, size: number, use: (piece: Uint8Array) => void): Promise<void> {
  await withBuffer(async (buffer) => {
    for (let bytes = 0; ; ) {
      const length = await file.read(buffer)
      if (length === 0) return
      use(buffer.subarray(0, length))
      bytes += length
      if (length < buffer.length && bytes >= size) return
    }
  })
}

/**
 * Hash, size, mode of a regular file, or `absent`. Anything else at that name is refused: it is nobody's
 * file to restore. `seen` is a look at it just now, which then is not taken again.
 */
export async function readFacts(gateway: Gateway, path: string, seen?: NodeFacts | null): Promise<FileFacts> {
  const node = seen === undefined ? await gateway.lookAt(path) : seen
  if (node === null) return absent
  if (node.kind !== 'file') fail('refused', `${path} is ${named[node.kind]}, not a file.`, { data: { path } })
  const file = await gateway.openToRead(path)
  try {
    const hash = createHash('sha256')
    let bytes = 0
    await eachPiece(file, node.size, (piece) => {
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
