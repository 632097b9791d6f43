import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { type Gateway, type OpenFile, systemCode } from './gateway'

/** Rights of everything in our own folder. */
export const ownFileMode = 0o600
export const ownFolderMode = 0o700

/** Writes all of it, however few bytes the system takes at a time. */
export async function writeAll(file: OpenFile, bytes: Uint8Array): Promise<void> {
  let rest = bytes
  while (rest.length > 0) {
    const written = await file.write(rest)
    if (written <= 0) throw Object.assign(new Error('the disk took no bytes'), { code: 'EIO' })
    rest = rest.subarray(written)
  }
}

/** Reads a whole file of ours; null when it is not there. */
export async function readWhole(gateway: Gateway, path: string): Promise<Buffer | null> {
  const facts = await gateway.lookAt(path)
  if (facts === null) return null
  const file = await gateway.openToRead(path)
  try {
    const pieces: Buffer[] = []
    // Thousands of small files are read at a start: a large buffer for each would cost more than the reading.
    const room = Math.min(256 * 1024, Math.max(1024, facts.size + 1))
    for (;;) {
      const piece = Buffer.allocUnsafe(room)
      const length = await file.read(piece)
      if (length === 0) return Buffer.concat(pieces)
      pieces.push(piece.subarray(0, length))
    }
  } finally {
    await file.close()
  }
}

/** Makes a folder of ours with all its parents, only for the owner. */
export async function ensureOwnFolder(gateway: Gateway, path: string): Promise<void> {
  if ((await gateway.lookAt(path)) !== null) return
  if (dirname(path) !== path) await ensureOwnFolder(gateway, dirname(path))
  try {
    await gateway.makeFolder(path, ownFolderMode)
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error
    return
  }
  await gateway.syncFolder(dirname(path))
}

/** Creates a new file, durable but for its name in the folder. The file is removed again when that fails. */
export async function createDurable(
  gateway: Gateway,
  path: string,
  mode: number,
  fill: (file: OpenFile) => Promise<void>
): Promise<void> {
  const file = await gateway.create(path, mode)
  try {
    await fill(file)
    await file.sync()
    await file.close()
  } catch (error) {
    await file.close().catch(ignore)
    await gateway.unlink(path).catch(ignore)
    throw error
  }
}

/** Gives a finished file its name, over what has it now; the file goes when that fails. */
export async function giveName(gateway: Gateway, temp: string, path: string): Promise<void> {
  try {
    await gateway.rename(temp, path)
  } catch (error) {
    await gateway.unlink(temp).catch(ignore)
    throw error
  }
}

/** Replaces a file of ours whole: it is the old one or the new one, whenever the machine stops. */
export async function replaceOwnFile(gateway: Gateway, path: string, bytes: Uint8Array): Promise<void> {
  const temp = `${path}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`
  await createDurable(gateway, temp, ownFileMode, (file) => writeAll(file, bytes))
  await giveName(gateway, temp, path)
  await gateway.syncFolder(dirname(path))
}

/** Removes a name if it is there. */
export async function removeIfThere(gateway: Gateway, path: string): Promise<void> {
  try {
    await gateway.unlink(path)
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes(systemCode(error))) throw error
  }
}

/** Names of writes in a folder of ours that never came to their end. */
export async function unfinishedIn(gateway: Gateway, folder: string): Promise<readonly string[]> {
  if ((await gateway.lookAt(folder)) === null) return []
  return (await gateway.list(folder)).filter((name) => name.endsWith('.tmp')).map((name) => join(folder, name))
}

/** For a clean-up whose own failure must not hide the reason of the clean-up. */
export function ignore(): undefined {
  return undefined
}
