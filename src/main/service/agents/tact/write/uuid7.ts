import { createHash } from 'node:crypto'

/**
 * An id of the kind that tact gives to sessions (RFC 9562, version 7): 48 bits of the time in ms, the rest from a digest of what the session
 * is made for, so that the same plan made twice within moments has the same id.
 */
export function uuid7(at: number, madeFor: readonly string[]): string {
  const bytes = createHash('sha256').update(madeFor.join('\0')).digest().subarray(0, 16)
  bytes.writeUIntBE(at, 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
