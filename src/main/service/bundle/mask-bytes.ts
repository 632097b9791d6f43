import { isUtf8 } from 'node:buffer'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { maskJsonText, Surroundings } from './mask-json-text'
import { addKinds, type KindCounts, maskWords, nothingMasked } from './mask-words'

/** Bytes that may leave the machine; null where nobody can say what is in them. */
export interface MaskedBytes {
  readonly bytes: Uint8Array
  readonly kinds: KindCounts
}

/** No frame unpacks to more than a session may have. */
const largestUnpacked = 512 * 1024 * 1024
const zstdMagic = 0xfd2fb528
const startsOfImages = ['89504e470d0a1a0a', 'ffd8ff', '47494638', '52494646']

/** So much is masked at a time, up to the end of a line; other requests are answered in between. */
const pieceBytes = 1024 * 1024
const lineFeed = 0x0a

/**
 * The bytes of a native file with its secrets masked. Documents and logs stay such, compressed ones stay compressed, images stay as they are.
 * null for other binary content: what it holds cannot be looked through.
 */
export async function maskBytes(path: string, bytes: Uint8Array, signal?: AbortSignal): Promise<MaskedBytes | null> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (buffer.length >= 4 && buffer.readUInt32LE(0) === zstdMagic) return maskCompressed(path, buffer, signal)
  const isDocument = /\.jsonl?$/i.test(path.replace(/\.zst$/i, '')) || beginsAsDocument(buffer)
  if (!isDocument && isImage(buffer)) return { bytes, kinds: nothingMasked }
  if (!isDocument && buffer.subarray(0, 8192).includes(0)) return null
  return isDocument ? maskDocument(buffer, signal) : maskPiece(buffer, maskWords)
}

async function maskDocument(buffer: Buffer, signal: AbortSignal | undefined): Promise<MaskedBytes> {
  const around = new Surroundings()
  const pieces: Uint8Array[] = []
  let kinds: KindCounts = nothingMasked
  for (let from = 0; from < buffer.length; ) {
    signal?.throwIfAborted()
    const end = buffer.indexOf(lineFeed, Math.min(from + pieceBytes, buffer.length))
    const to = end < 0 ? buffer.length : end + 1
    const piece = maskPiece(buffer.subarray(from, to), (text) => maskJsonText(text, around))
    pieces.push(piece.bytes)
    kinds = addKinds(kinds, piece.kinds)
    from = to
    if (from < buffer.length) await nextTurn()
  }
  return { bytes: kinds === nothingMasked ? buffer : Buffer.concat(pieces), kinds }
}

/** Bytes that are no UTF-8 stay what they are: every byte is one character then, and what is looked for is ASCII. */
function maskPiece(
  buffer: Buffer,
  mask: (text: string) => { readonly text: string; readonly kinds: KindCounts }
): MaskedBytes {
  const encoding = isUtf8(buffer) ? 'utf8' : 'latin1'
  const masked = mask(buffer.toString(encoding))
  if (masked.kinds === nothingMasked) return { bytes: buffer, kinds: nothingMasked }
  return { bytes: Buffer.from(encoding === 'utf8' ? masked.text : asBytes(masked.text), encoding), kinds: masked.kinds }
}

/** In a text of single bytes, what was put in has to be bytes as well. */
function asBytes(text: string): string {
  return text.replace(/[\u0100-\uffff]+/g, (sign) => Buffer.from(sign).toString('latin1'))
}

async function maskCompressed(path: string, buffer: Buffer, signal?: AbortSignal): Promise<MaskedBytes | null> {
  const inner = unpacked(buffer)
  const masked = inner === null ? null : await maskBytes(path.replace(/\.zst$/i, ''), inner, signal)
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
