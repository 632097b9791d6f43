import { basename, dirname } from 'node:path'
import { type Answer, answer, refuse } from '../store/answer'
import { linkOutside, sizeLimit } from '../store/read-bytes'
import { placeBytes } from './place-bytes'
import { ensurePrivateFolder, tightenFolder } from './private-folder'
import { sealBytes, sealedOverhead } from './seal'
import type { StoreWriting } from './store-writing'

const fileMode = 0o600
/** Bytes of a file name that the usual file systems take. */
const longestName = 255
/** What the crate adds to a file's name while it writes it: nanoseconds, a process number, a counter, an ending (format 1). */
const addition = '.1789205460100123456.4821.0.tmp'.length

/**
 * Writes one document of a store as the crate does: refused when a link leads out of the store or the text is too long, sealed when there
 * is a key, then a new durable file takes the place of the old one in one step (format 1.2, 1.4). Folders are made for the owner alone.
 *
 * @param root of the store; it must be there.
 * @param plain the document's pretty text as bytes.
 * @param what for messages: `session file`, `loop checkpoint`.
 * @returns a refusal, after which nothing was written. An error of the system is thrown as it is; the old file is still there
 * then, and the temporary one is gone unless the disk refused that too.
 */
export async function writeStoreFile(
  root: string,
  path: string,
  plain: Uint8Array,
  what: string,
  writing: StoreWriting
): Promise<Answer<null>> {
  const outside = linkOutside(root, path)
  if (outside !== null) return refuse('link-leaves-store', outside)
  // Before anything is made: what cannot be written leaves no folder behind either.
  if (!fitsFileSystem(path)) return refuse('name-too-long', `the id is too long for a file name: ${what} ${path}`)
  const length = plain.length + (writing.key === null ? 0 : sealedOverhead)
  if (length > sizeLimit)
    return refuse('too-large', `${what} ${path} would hold ${length} bytes, more than ${sizeLimit}`)
  const bytes = writing.key === null ? plain : sealBytes(plain, writing.key)
  await ensurePrivateFolder(writing.gateway, dirname(path))
  await tightenFolder(writing.gateway, dirname(path))
  await placeBytes(path, bytes, fileMode, writing)
  return answer(null)
}

/** Whether the agent itself could save the file of an id: its temporary name is longer than the file's own (format 1.1). */
export function fitsFileSystem(path: string): boolean {
  return Buffer.byteLength(basename(path)) + addition <= longestName
}
