import { readFileSync, statSync } from 'node:fs'
import { UsageError } from './usage-error'

/** Reads the key of a sealed store: hex in a file that only its owner can read. The key is held in memory alone. */
export function readKeyFile(path: string): Uint8Array {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isFile()) throw new UsageError(`There is no key file ${path}.`)
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0) {
    throw new UsageError(`Others can read the key file ${path}. Run: chmod 600 '${path}'`)
  }
  const text = readFileSync(path, 'utf8').trim()
  if (!/^(?:[0-9a-f]{2})+$/i.test(text)) throw new UsageError(`The key file ${path} does not hold a key in hex.`)
  return Buffer.from(text, 'hex')
}
