import { createCipheriv, randomBytes } from 'node:crypto'

const header = Buffer.from('A3SE\x01', 'latin1')
const nonceBytes = 12

/** How much longer a sealed document is: header, nonce and tag. */
export const sealedOverhead = header.length + nonceBytes + 16

/** Bytes of a key for sealed stores. */
const keyBytes = 32

/**
 * Seals a document as the crate does: header, a fresh random nonce, AES-256-GCM without additional data, the tag at the end
 * (format 9). `store/sealed.ts` opens it again. Throws a RangeError for a key that is not 32 bytes long.
 */
export function sealBytes(plain: Uint8Array, key: Uint8Array, nonce: Uint8Array = randomBytes(nonceBytes)): Uint8Array {
  if (key.length !== keyBytes)
    throw new RangeError(`the key of a sealed store has ${keyBytes} bytes, not ${key.length}`)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return Buffer.concat([header, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}
