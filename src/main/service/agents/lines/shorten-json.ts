import type { ByteSource } from './byte-source'
import { chunkBytes } from './line'

/** Bytes that are kept of one text within a line that is too long, and of the whole line. */
const keptOfText = 160 * 1024
const keptOfLine = 3 * 1024 * 1024

const quote = 0x22
const backslash = 0x5c

/**
 * The JSON text of a very long line with every long text in it cut, read chunk by chunk, so that its structure is known at little cost.
 * Null when it is long for another reason than long texts, or is not ended.
 */
export function shortenJson(source: ByteSource, from: number, to: number): Buffer | null {
  const kept: Buffer[] = []
  let total = 0
  const state: TextState = { inText: false, escaped: false, room: 0 }
  for (let at = from; at < to; ) {
    const chunk = source.read(at, Math.min(at + chunkBytes, to))
    if (chunk.length === 0) return null
    for (const piece of shortenChunk(chunk, state)) {
      kept.push(piece)
      total += piece.length
    }
    if (total > keptOfLine) return null
    at += chunk.length
  }
  return state.inText ? null : Buffer.concat(kept)
}

interface TextState {
  inText: boolean
  escaped: boolean
  room: number
}

/** The parts of a chunk that are kept. */
function shortenChunk(chunk: Buffer, state: TextState): Buffer[] {
  const parts: Buffer[] = []
  let begin = state.inText && state.room <= 0 ? -1 : 0
  for (let index = 0; index < chunk.length; index += 1) {
    const byte = chunk[index] ?? 0
    if (!state.inText) {
      if (byte === quote) Object.assign(state, { inText: true, escaped: false, room: keptOfText })
      continue
    }
    const closes = byte === quote && !state.escaped
    // Where an escape or a character of several bytes begins is the only place where a text may be cut.
    if (begin !== -1 && state.room <= 0 && !closes && !state.escaped && isBoundary(byte, chunk, index)) {
      parts.push(chunk.subarray(begin, index))
      begin = -1
    }
    state.escaped = byte === backslash && !state.escaped
    state.room -= 1
    if (!closes) continue
    state.inText = false
    if (begin === -1) begin = index
  }
  if (begin !== -1) parts.push(chunk.subarray(begin))
  return parts
}

/** Not inside of a character of several bytes, nor inside of `\uXXXX`. */
function isBoundary(byte: number, chunk: Buffer, index: number): boolean {
  if ((byte & 0xc0) === 0x80 || index < 6) return false
  const back = chunk.lastIndexOf(backslash, index - 1)
  return back === -1 || index - back >= 6
}
