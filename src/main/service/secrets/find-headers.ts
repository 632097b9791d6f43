import { Beginnings } from './beginnings'
import { blank, charSet } from './char-set'
import type { FoundSecret } from './found-secret'
import { looksLikeKey, standsForSecret } from './judge-value'
import type { Scan } from './scan'

const credentialSet = charSet('-A-Za-z0-9._~+/=')
const schemes = new Beginnings(
  ['Bearer', 'Basic', 'Token', 'ApiKey', 'Digest', 'bearer', 'basic', 'token'].map((scheme) => [scheme, scheme])
)

/** The value of an Authorization header (RFC 9110, section 11) whose scheme begins at `at`. */
export function schemeAt(scan: Scan, at: number): FoundSecret | null {
  const scheme = schemes.at(scan.text, at)?.find((one) => scan.text.startsWith(one, at))
  if (scheme === undefined) return null
  const from = at + scheme.length
  const start = scan.skip(from, blank, 4)
  if (start === from) return null
  const end = scan.skip(start, credentialSet)
  const value = scan.slice(start, Math.min(end, start + 512))
  if (standsForSecret(value) || !isCredential(scheme, value)) return null
  return { start, end, rule: 'authorization', kind: 'authorization', confidence: 'certain' }
}

function isCredential(scheme: string, value: string): boolean {
  if (scheme.toLowerCase() === 'basic') return holdsPassword(value)
  // A word of English may stand before anything; before a credential stands `token` in headers only.
  return scheme.toLowerCase() === 'token' ? value.length >= 20 && looksLikeKey(value) : looksLikeKey(value)
}

/** Base64 of `name:password`. */
function holdsPassword(value: string): boolean {
  if (value.length < 8) return false
  const text = Buffer.from(value, 'base64').toString('latin1')
  const colon = text.indexOf(':')
  return colon >= 0 && colon < text.length - 1 && /^[\x20-\x7e]+$/.test(text)
}
