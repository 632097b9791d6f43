import { allBut, blank, charSet } from './char-set'
import type { FoundSecret } from './found-secret'
import { looksLikeKey, standsForSecret } from './judge-value'
import { Scan } from './scan'

const pairEnd = allBut(';"\'`\r\n\\')
const opening = charSet('"\'`\\')
/** What a cookie says besides its value (RFC 6265, section 4.1.1). */
const attributes = new Set('path domain expires max-age samesite secure httponly priority partitioned'.split(' '))
const longestHeader = 8192

/** The values of the cookies in a header that begins at `from`: names stay, since they say what it was. */
export function findCookies(scan: Scan, from: number): FoundSecret[] {
  const found: FoundSecret[] = []
  // A header within a header was gone over with it.
  if (from < scan.cookiesTo) return found
  const limit = from + longestHeader
  let at = scan.skip(from, opening, 8)
  while (at < limit) {
    scan.cookiesTo = at
    at = scan.skip(at, blank, 4)
    const end = scan.skip(at, pairEnd)
    const pair = scan.slice(at, end)
    const sign = pair.indexOf('=')
    const name = pair.slice(0, Math.max(0, sign)).toLowerCase()
    const value = pair.slice(sign + 1)
    if (
      sign > 0 &&
      !/[\s()<>]/.test(value) &&
      !attributes.has(name) &&
      (value.length >= 16 || looksLikeKey(value)) &&
      !standsForSecret(value)
    ) {
      found.push({ start: at + sign + 1, end, rule: 'cookie', kind: 'cookie', confidence: 'certain' })
    }
    if (scan.text[end] !== ';') break
    at = end + 1
  }
  return found
}

/** The same in a text that is nothing but the header's value. */
export function findCookiesIn(text: string): FoundSecret[] {
  return findCookies(new Scan(text), 0)
}
