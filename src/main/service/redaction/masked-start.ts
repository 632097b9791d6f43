import { cutText } from '../catalog/cut-text'
import { maskPiece } from './mask-piece'

/** A secret at the end of what a list shows is looked at as far as this, in UTF-16 units. */
const ahead = 4096

/** The start of a text for a list, masked before it is cut, so that no half of a secret is left at its end. */
export function maskedStart(text: string, limit: number): string {
  const { text: shown, end } = maskPiece(text.slice(0, limit + ahead), 0, limit, Number.POSITIVE_INFINITY, 'bare')
  return cutText(end < text.length ? `${shown}…` : shown, limit)
}
