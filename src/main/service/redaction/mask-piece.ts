import { withoutHalf } from '../catalog/cut-text'
import { longestKey } from '../secrets/find-private-keys'
import { findSecrets } from '../secrets/find-secrets'
import type { FoundSecret } from '../secrets/found-secret'
import { type MaskStyle, signOf } from './mask-transcript-text'

/**
 * No rule looks further than this from the place where it finds something, so that a part of a text, with so much around it, is masked
 * as in the whole. In UTF-16 units.
 */
export const margin = longestKey + 4096

/** What of a text from `from` to `to` is a secret, by its places in the text; only the surroundings of that part are looked at. */
export function secretsAround(text: string, from: number, to: number): FoundSecret[] {
  const first = Math.max(0, from - margin)
  return findSecrets(text.slice(first, Math.min(text.length, to + margin)))
    .map((secret) => ({ ...secret, start: secret.start + first, end: secret.end + first }))
    .filter(({ start, end }) => end > from && start < to)
}

export interface MaskedPiece {
  readonly text: string
  /** Where the part ends in the text as it was: never within a secret. */
  readonly end: number
}

/**
 * The part of a text from `from` on, masked: about `units` long, at most `bytes` as JSON. A secret on its border is in it as a whole, as
 * its sign. The work goes with the part, not with the text.
 */
export function maskPiece(text: string, from: number, units: number, bytes: number, style: MaskStyle): MaskedPiece {
  for (let length = Math.min(units, text.length - from); ; ) {
    const piece = maskPart(text, from, characterEnd(text, from, from + length), style)
    const size = Buffer.byteLength(JSON.stringify(piece.text))
    if (length <= 1 || size <= bytes) return piece
    length = Math.max(1, Math.min(length - 1, Math.floor((length * bytes) / size) - 1))
  }
}

/** The end moved so that no character is split, and something is taken at all. */
function characterEnd(text: string, from: number, to: number): number {
  if (to >= text.length || to - from <= 1) return to
  return from + withoutHalf(text.slice(from, to)).length
}

function maskPart(text: string, from: number, to: number, style: MaskStyle): MaskedPiece {
  const parts: string[] = []
  let at = from
  for (const secret of secretsAround(text, from, to)) {
    parts.push(text.slice(at, Math.max(at, secret.start)), signOf(text, secret, style))
    at = secret.end
  }
  if (at < to) parts.push(text.slice(at, to))
  return { text: parts.join(''), end: Math.max(at, to) }
}
