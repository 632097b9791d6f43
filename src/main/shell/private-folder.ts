import { chmodSync, mkdirSync } from 'node:fs'

/** Makes a folder that only its owner can look into, also where it was there with wider rights. */
export function makePrivateFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (process.platform !== 'win32') chmodSync(path, 0o700)
  return path
}
