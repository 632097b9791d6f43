import { alnum, charSet, dotted } from './char-set'
import type { FoundSecret } from './found-secret'
import type { Scan } from './scan'

const part = charSet('-A-Za-z0-9_')

/** A JSON Web Token in compact form (RFC 7519) that begins at `at`: its first part has to be a header, as `{"alg":…}`. */
export function jwtAt(scan: Scan, at: number): FoundSecret | null {
  if (!scan.text.startsWith('eyJ', at)) return null
  const headerEnd = scan.skip(at, part, 2048)
  if (scan.text[headerEnd] !== '.' || !isHeader(scan.slice(at, headerEnd))) return null
  const whole = scan.skip(headerEnd, dotted)
  const end = scan.has(whole - 1, alnum) ? whole : scan.skipBack(whole, dots, 4)
  if (end - headerEnd < 16) return null
  return { start: at, end, rule: 'jwt', kind: 'token', confidence: 'certain' }
}
const dots = charSet('.')

function isHeader(text: string): boolean {
  return /"(?:alg|enc|typ|kid)"/.test(Buffer.from(text, 'base64url').toString('latin1'))
}
