import { allBut } from './char-set'
import type { FoundSecret } from './found-secret'
import { looksGenerated, standsForSecret } from './judge-value'
import type { Scan } from './scan'

const authoritySet = allBut(' \t\r\n"\'`<>\\/?#|(){}[],')

/** The password before the host of an address (RFC 3986, section 3.2.1), or a token that stands there alone. `at` is where `://` is. */
export function urlSecretAt(scan: Scan, at: number): FoundSecret | null {
  const from = at + 3
  const authority = scan.slice(from, scan.skip(from, authoritySet, 1024))
  const host = authority.lastIndexOf('@')
  if (host <= 0) return null
  const colon = authority.indexOf(':')
  const isPassword = colon >= 0 && colon < host
  const start = from + (isPassword ? colon + 1 : 0)
  const end = from + host
  const value = scan.text.slice(start, end)
  const counts = isPassword ? value.length >= 3 && !standsForSecret(decoded(value)) : looksGenerated(value)
  return counts ? { start, end, rule: 'url-password', kind: 'password in an address', confidence: 'certain' } : null
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
