import { createDecipheriv } from 'node:crypto'
import type { SourceKey } from '../../adapter'
import { type Answer, answer, refuse } from './answer'

const header = Buffer.from('A3SE\x01', 'latin1')
const nonceBytes = 12
const tagBytes = 16

/** Whether bytes count as sealed: longer than header and nonce, right magic and version (format 9). */
export function isSealed(bytes: Uint8Array): boolean {
  return bytes.length > header.length + nonceBytes && header.equals(bytes.subarray(0, header.length))
}

/** Plain bytes of a file that may be sealed; unsealed bytes pass through, with or without a key (format 9). */
export function openSealed(bytes: Uint8Array, key: SourceKey, what: string): Answer<Uint8Array> {
  if (!isSealed(bytes)) return answer(bytes)
  if (key === null)
    return refuse('sealed-without-key', `Refusing to read sealed ${what} without an at-rest encryption key`)
  const failed = refuse('decryption-failed', 'session store at-rest decryption failed')
  const body = bytes.subarray(header.length + nonceBytes)
  if (key.length !== 32 || body.length < tagBytes) return failed
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(header.length, header.length + nonceBytes))
  decipher.setAuthTag(body.subarray(body.length - tagBytes))
  try {
    return answer(Buffer.concat([decipher.update(body.subarray(0, body.length - tagBytes)), decipher.final()]))
  } catch {
    // Wrong key or changed bytes: authentication cannot tell them apart.
    return failed
  }
}
