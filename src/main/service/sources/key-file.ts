import { readFileSync, statSync } from 'node:fs'
import { fail } from '@shared/ipc/errors'

/** No key is longer, in bytes of the file. */
const largest = 4096

/**
 * Reads the key of a sealed store: hex in a file that only its owner can read. The key is held in memory alone. Throws `refused` for a file
 * that is none, that others can read, or that holds something else; never says what is in it.
 */
export function readKeyFile(path: string): Uint8Array {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isFile()) fail('refused', `There is no key file ${path}.`)
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0) {
    fail('refused', `Others can read the key file ${path}.`, { advice: `Run: chmod 600 '${path}'` })
  }
  const text = found.size > largest ? '' : readFileSync(path, 'utf8').trim()
  if (!/^(?:[0-9a-f]{2})+$/i.test(text)) fail('refused', `The key file ${path} does not hold a key in hex.`)
  return Buffer.from(text, 'hex')
}
