import { chmod } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Gateway, systemCode } from '../../../restore/gateway'
import { createDurable, ignore, writeAll } from '../../../restore/own-files'
import { type Answer, answer, refuse } from '../store/answer'
import { linkOutside, sizeLimit } from '../store/read-bytes'
import { replaceFile } from './replace-file'
import { sealBytes, sealedOverhead } from './seal'
import type { StoreWriting } from './store-writing'

const fileMode = 0o600
const folderMode = 0o700
let writes = 0

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
  // Before anything is made: a document that is too long leaves no folder behind either.
  const length = plain.length + (writing.key === null ? 0 : sealedOverhead)
  if (length > sizeLimit)
    return refuse('too-large', `${what} ${path} would hold ${length} bytes, more than ${sizeLimit}`)
  const bytes = writing.key === null ? plain : sealBytes(plain, writing.key)
  await makeFolder(root, dirname(path), writing)
  const temporary = temporaryName(path, writing.now())
  await createDurable(writing.gateway, temporary, fileMode, async (file) => {
    if (isUnix(writing)) await file.chmod(fileMode)
    await writeAll(file, bytes)
  })
  try {
    await replaceFile(temporary, path, writing)
  } catch (error) {
    await writing.gateway.unlink(temporary).catch(ignore)
    throw error
  }
  return answer(null)
}

/** The name that the crate gives a file in the making: no reader takes it for a document (format 1). */
export function temporaryName(path: string, now: number): string {
  const nanoseconds = BigInt(Math.trunc(now)) * 1_000_000n + (process.hrtime.bigint() % 1_000_000n)
  return join(dirname(path), `${basename(path)}.${nanoseconds}.${process.pid}.${writes++}.tmp`)
}

/** Makes a folder of the store with its parents; one that is there loses the rights of group and others (format 1.2). */
async function makeFolder(root: string, folder: string, writing: StoreWriting): Promise<void> {
  await ensureFolder(writing.gateway, root, folder)
  const facts = await writing.gateway.lookAt(folder)
  if (!isUnix(writing) || facts?.kind !== 'folder' || (facts.mode & 0o077) === 0) return
  await writing.gateway.effect('keep a folder private', folder, () => chmod(folder, folderMode))
}

async function ensureFolder(gateway: Gateway, root: string, folder: string): Promise<void> {
  if ((await gateway.lookAt(folder)) !== null) return
  if (folder !== root && dirname(folder) !== folder) await ensureFolder(gateway, root, dirname(folder))
  try {
    await gateway.makeFolder(folder, folderMode)
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error
  }
}

const isUnix = (writing: StoreWriting): boolean => (writing.platform ?? process.platform) !== 'win32'
