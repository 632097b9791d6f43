import { chmodSync } from 'node:fs'
import { makeFolders } from '../service/make-folders'

/** Makes a folder that only its owner can look into, also where it was there with wider rights. */
export function makePrivateFolder(path: string): string {
  makeFolders(path, 0o700)
  if (process.platform !== 'win32') chmodSync(path, 0o700)
  return path
}
