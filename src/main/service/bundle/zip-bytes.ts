import type { Readable } from 'node:stream'
import { manifestName } from '@shared/domain/bundle'
import { ZipFile } from 'yazl'
import type { ComposedBundle } from './compose-bundle'

/** The first moment that a zip file can name, in whatever zone it is read: nothing of the machine or of the hour goes into the bytes. */
const noTime = new Date(1980, 0, 1)
const options = { mtime: noTime, mode: 0o100600, compress: true, compressionLevel: 9, forceDosTimestamp: true }

/** The zip of a bundle as a stream: the manifest first, then its parts in their order. The same bundle gives the same bytes. */
export function zipOf({ manifest, contents }: Pick<ComposedBundle, 'manifest' | 'contents'>): Readable {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`), manifestName, options)
  for (const [name, bytes] of contents) {
    zip.addBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), name, options)
  }
  zip.end()
  return zip.outputStream as Readable
}
