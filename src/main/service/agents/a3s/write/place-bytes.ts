import { randomBytes } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import type { Gateway } from '../../../restore/gateway'
import { createDurable, ignore, writeAll } from '../../../restore/own-files'
import { type Replacing, replaceFile } from './replace-file'

/** What a file in the making is called while Reprise writes it under the store's lock. No longer than the crate's own such names. */
const inTheMaking = /\.(?:json|ndjson)\.reprise-[0-9a-f]{8}\.tmp$/

/** Puts a file with exactly these bytes in place in one step: durable, then renamed (format 1.2). Its folder must be there. */
export async function placeBytes(path: string, bytes: Uint8Array, mode: number, replacing: Replacing): Promise<void> {
  const { gateway, platform = process.platform } = replacing
  const temporary = `${path}.reprise-${randomBytes(4).toString('hex')}.tmp`
  await createDurable(gateway, temporary, mode, async (file) => {
    // The process's mask may have taken rights that the replaced file had.
    if (platform !== 'win32') await file.chmod(mode)
    await writeAll(file, bytes)
  })
  try {
    await replaceFile(temporary, path, replacing)
  } catch (error) {
    await gateway.unlink(temporary).catch(ignore)
    throw error
  }
  await gateway.syncFolder(dirname(path))
}

/** Removes what a Reprise that died left in the making. Under the store's lock no other one is at work. */
export async function sweepUnfinished(gateway: Gateway, folder: string): Promise<void> {
  if ((await gateway.lookAt(folder)) === null) return
  for (const name of await gateway.list(folder)) {
    if (inTheMaking.test(basename(name))) await gateway.unlink(join(folder, name)).catch(ignore)
  }
}
