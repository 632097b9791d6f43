import { chmod } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Gateway, systemCode } from '../../../restore/gateway'

const folderMode = 0o700

/** Makes a folder with its parents, for the owner alone; one that is there stays as it is. */
export async function ensurePrivateFolder(gateway: Gateway, folder: string): Promise<void> {
  if ((await gateway.lookAt(folder)) !== null) return
  if (dirname(folder) !== folder) await ensurePrivateFolder(gateway, dirname(folder))
  try {
    await gateway.makeFolder(folder, folderMode)
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error
  }
}

/** Takes the rights of group and others from a folder, as the crate does with those that it opens or writes into (format 1.2). */
export async function tightenFolder(gateway: Gateway, folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const facts = await gateway.lookAt(folder)
  if (facts?.kind !== 'folder' || (facts.mode & 0o077) === 0) return
  await gateway.effect('keep a folder private', folder, () => chmod(folder, folderMode))
}
