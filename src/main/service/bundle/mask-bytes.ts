import { isUtf8 } from 'node:buffer'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { maskJsonText } from './mask-json-text'
import { type KindCounts, maskWords, nothingMasked } from './mask-words'

/** Bytes that may leave the machine; null where nobody can say what is in them. */
export interface MaskedBytes {
  readonly bytes: Uint8Array
  readonly kinds: KindCounts
}

/** No frame unpacks to more than a session may have. */
const largestUnpacked = 512 * 1024 * 1024
const zstdMagic = 0xfd2fb528
const startsOfImages = ['89504e470d0a1a0a', 'ffd8ff', '47494638', '52494646']

/**
 * The bytes of a native file with its secrets masked. Documents and logs stay such, compressed ones stay compressed, images stay as they are.
 * null for other binary content: what it holds cannot be looked through.
 */
export function maskBytes(path: string, bytes: Uint8Array): MaskedBytes | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (buffer.length >= 4 && buffer.readUInt32LE(0) === zstdMagic) return maskCompressed(path, buffer)
  const isDocument = /\.jsonl?$/i.test(path.replace(/\.zst$/i, '')) || beginsAsDocument(buffer)
  if (!isDocument && isImage(buffer)) return { bytes, kinds: nothingMasked }
  if (!isDocument && buffer.subarray(0, 8192).includes(0)) return null
  // Bytes that are no UTF-8 stay what they are: every byte is one character then, and what is looked for is ASCII.
  const encoding = isUtf8(buffer) ? 'utf8' : 'latin1'
  const text = buffer.toString(encoding)
  const masked = isDocument ? maskJsonText(text) : maskWords(text)
  if (masked.kinds === nothingMasked) return { bytes, kinds: nothingMasked }
  return { bytes: Buffer.from(encoding === 'utf8' ? masked.text : asBytes(masked.text), encoding), kinds: masked.kinds }
}

/** In a text of single bytes, what was put in has to be bytes as well. */
function asBytes(text: string): string {
  return text.replace(/[\u0100-\uffff]+/g, (sign) => Buffer.from(sign).toString('latin1'))
}

function maskCompressed(path: string, buffer: Buffer): MaskedBytes | null {
  const inner = unpacked(buffer)
  const masked = inner === null ? null : maskBytes(path.replace(/\.zst$/i, ''), inner)
  if (masked === null) return null
  return masked.kinds === nothingMasked
    ? { ...masked, bytes: buffer }
    : { ...masked, bytes: zstdCompressSync(masked.bytes) }
}

function unpacked(buffer: Buffer): Buffer | null {
  try {
    const inner = zstdDecompressSync(buffer, { maxOutputLength: largestUnpacked })
    return inner.length >= 4 && inner.readUInt32LE(0) === zstdMagic ? null : inner
  } catch {
    // Damaged, or larger than any session: nobody can say what is in it.
    return null
  }
}

function beginsAsDocument(buffer: Buffer): boolean {
  return /^\uFEFF?\s*[{[]/.test(buffer.subarray(0, 64).toString('utf8')) && !buffer.subarray(0, 4096).includes(0)
}

function isImage(buffer: Buffer): boolean {
  const start = buffer.subarray(0, 8).toString('hex')
  return startsOfImages.some((magic) => start.startsWith(magic))
}
