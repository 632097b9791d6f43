import { createZstdCompress, constants as zlib, zstdDecompressSync } from 'node:zlib'
import { fail } from '@shared/ipc/errors'
import { valueSpan } from '../../../json/element-spans'

/** Far above any real state; a frame that grows beyond it is a bomb. */
export const largestState = 512 * 1024 * 1024

/**
 * Compresses a resume state as tact does (format page, section 5): zstd level 3, one frame without content size and checksum. The size is left
 * out because the compressor is not told of the end together with the data.
 */
export async function compressState(json: Uint8Array): Promise<Uint8Array> {
  const stream = createZstdCompress({
    params: { [zlib.ZSTD_c_compressionLevel]: 3, [zlib.ZSTD_c_contentSizeFlag]: 0, [zlib.ZSTD_c_checksumFlag]: 0 }
  })
  const pieces: Buffer[] = []
  stream.on('data', (piece: Buffer) => pieces.push(piece))
  const ended = new Promise<void>((resolve, reject) => {
    stream.once('end', resolve)
    stream.once('error', reject)
  })
  await new Promise<void>((resolve, reject) => stream.write(json, (error) => (error ? reject(error) : resolve())))
  stream.end()
  await ended
  return Buffer.concat(pieces)
}

/** The same state for another folder: one text is replaced, every other byte of the JSON stays. */
export async function withWorkspace(state: Uint8Array, workspace: string): Promise<Uint8Array> {
  const json = zstdDecompressSync(state, { maxOutputLength: largestState }).toString('utf8')
  const span = valueSpan(json, ['snapshot', 'workspace'])
  if (span === null) {
    return fail('checkpoint.invalid', 'The resume state names no folder that could be changed.', {
      advice: 'Fork it into the folder it is of.'
    })
  }
  return compressState(Buffer.from(json.slice(0, span.from) + JSON.stringify(workspace) + json.slice(span.to)))
}
