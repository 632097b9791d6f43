import { Beginnings } from './beginnings'
import { alnum, charSet } from './char-set'
import type { FoundSecret } from './found-secret'
import { looksMixed } from './judge-value'
import { secretPaths, type TokenRule, tokenRules } from './rules/token-rules'
import { longestValue, type Scan } from './scan'

interface Beginning {
  readonly prefix: string
  readonly rule: TokenRule
}

/** Longer ones first. */
const beginnings = new Beginnings<Beginning>(
  tokenRules
    .flatMap((rule) => rule.prefixes.map((prefix): Beginning => ({ prefix, rule })))
    .sort((a, b) => b.prefix.length - a.prefix.length)
    .map((beginning) => [beginning.prefix, beginning])
)

/** Ends of sentences and of addresses that a body of dots and signs must not take along. */
const trailing = charSet('.-_=+/,')

/** A token of an issuer that begins at `at`, where a word begins; null where there is none. */
export function tokenAt(scan: Scan, at: number): FoundSecret | null {
  const possible = beginnings.at(scan.text, at)
  if (possible === undefined) return null
  for (const { prefix, rule } of possible) {
    scan.steps += prefix.length
    if (!scan.text.startsWith(prefix, at)) continue
    const from = at + prefix.length
    const end = bodyEnd(scan, from, rule)
    if (end === null) continue
    return { start: at, end, rule: rule.name, kind: rule.kind, confidence: 'certain' }
  }
  return null
}

/** What documentation writes where a body would be. */
const standIn = /example|xxxx|your[-_]|[-_]here$|placeholder/i

function bodyEnd(scan: Scan, from: number, rule: TokenRule): number | null {
  const { body, min, max, mixed } = rule
  // A beginning may stand in a body over and over: that is gone over once.
  const seen = scan.bodyEnds.get(rule.name) ?? 0
  const limit = from + longestValue
  const known = Math.max(from, Math.min(seen, limit))
  const most = scan.skip(known, body, limit - known)
  scan.bodyEnds.set(rule.name, Math.max(seen, most))
  // The full stop of a sentence is not of the token; padding of base64 is.
  const end = scan.text[most - 1] === '.' ? scan.skipBack(most, trailing, 8) : most
  const length = end - from
  if (length < min || (max !== undefined && length > max)) return null
  // A body of a fixed length that goes on in letters is a longer word.
  if (max !== undefined && scan.has(end, alnum)) return null
  const start = scan.slice(from, Math.min(end, from + 256))
  if ((mixed && !looksMixed(start)) || standIn.test(start)) return null
  return end
}

/** Addresses of webhooks, whose path is the secret. One search for each, all over the text. */
export function* findSecretPaths(scan: Scan): Generator<FoundSecret> {
  for (const { after, body, min } of secretPaths) {
    for (let at = scan.text.indexOf(after); at >= 0; at = scan.text.indexOf(after, at + after.length)) {
      const start = at + after.length
      const end = scan.skip(start, body, longestValue)
      if (end - start < min || !looksMixed(scan.slice(start, Math.min(end, start + 256)))) continue
      yield { start, end, rule: 'webhook', kind: 'webhook address', confidence: 'certain' }
    }
    scan.steps += scan.text.length
  }
}
