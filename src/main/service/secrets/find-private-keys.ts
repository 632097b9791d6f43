import { charSet } from './char-set'
import type { FoundSecret } from './found-secret'
import type { Scan } from './scan'

const begin = '-----BEGIN '
const finish = '-----END '
/** Without one of these a text holds no key. */
export const keyMarks = [begin, finish]
const label = charSet('A-Z0-9 ')
const bodySet = charSet('A-Za-z0-9+/=')
/** What separates the lines of a key, also where it stands in JSON or in code. */
const between = charSet(' \t\r\n\\nr"\'+,>|')
/** A key of 16,384 bits has about 13,000 characters. */
export const longestKey = 16_384
const shortestBody = 16

/**
 * PEM blocks (RFC 7468) whose label says PRIVATE KEY, from the first line of their body to its last: also where the end is cut off, and
 * where only the end is there. The lines that say what it is stay.
 */
export function* findPrivateKeys(scan: Scan): Generator<FoundSecret> {
  const { text } = scan
  scan.steps += text.length
  for (let at = text.indexOf(begin); at >= 0; at = text.indexOf(begin, at + begin.length)) {
    const from = bodyAfter(scan, at + begin.length)
    if (from < 0) continue
    const end = forwardEnd(scan, from)
    if (end - from >= shortestBody) yield keyAt(from, end)
  }
  scan.steps += text.length
  for (let at = text.indexOf(finish); at >= 0; at = text.indexOf(finish, at + finish.length)) {
    if (bodyAfter(scan, at + finish.length) < 0) continue
    const start = backwardStart(scan, at)
    if (at - start >= shortestBody) yield keyAt(start, at)
  }
}

function keyAt(start: number, end: number): FoundSecret {
  return { start, end, rule: 'private-key', kind: 'private key', confidence: 'certain' }
}

/** Where what follows a line of the right label begins; -1 for another label. */
function bodyAfter(scan: Scan, from: number): number {
  const end = scan.skip(from, label, 48)
  if (!/PRIVATE KEY(?: BLOCK)?$/.test(scan.slice(from, end)) || !scan.text.startsWith('-----', end)) return -1
  return end + 5
}

/** Headers of old keys (`Proc-Type`, `DEK-Info`, `Version`) are a line with a colon. */
const headerLine = /^[\s\\nr"'+,>|]{0,40}[A-Z][A-Za-z-]{1,30}: [^\n\\"]{0,200}/

function forwardEnd(scan: Scan, from: number): number {
  const limit = from + longestKey
  let at = from
  for (let headers = 0; headers < 4; headers += 1) {
    const line = headerLine.exec(scan.slice(at, at + 280))
    if (line === null) break
    at += line[0].length
  }
  let end = at
  while (end < limit) {
    const gap = lettersTaken(scan, scan.skip(end, between, 64), end)
    const bodyEnd = scan.skip(gap, bodySet, limit - gap)
    // Short lines end a key; what follows it are words.
    const shortest = end === at ? 1 : isQuoted(scan.text, end, gap) ? 20 : 4
    if (bodyEnd - gap < shortest || (bodyEnd - gap < 16 && scan.has(bodyEnd, wordsGoOn))) break
    end = bodyEnd
  }
  return Math.min(end, scan.text.length)
}
/** Whether a text ends between two lines, as it does in code that joins them, and in JSON where the next member begins. */
function isQuoted(text: string, from: number, to: number): boolean {
  return /["']/.test(text.slice(from, Math.min(to, from + 64)))
}
const wordsGoOn = charSet(' .,:_(')

/** `n` and `r` separate only behind a backslash: else they are the first letters of the line. */
function lettersTaken(scan: Scan, gap: number, from: number): number {
  let at = gap
  while (at > from && 'nr'.includes(scan.text[at - 1] ?? '') && scan.text[at - 2] !== '\\') at -= 1
  return at
}

function backwardStart(scan: Scan, to: number): number {
  const limit = Math.max(0, to - longestKey)
  let start = to
  while (start > limit) {
    const gap = gapBefore(scan, start)
    const bodyStart = scan.skipBack(gap, bodySet, gap - limit)
    const escaped = scan.text[bodyStart - 1] === '\\' && 'nr'.includes(scan.text[bodyStart] ?? ' ')
    const first = escaped ? bodyStart + 1 : bodyStart
    if (gap - first < 16 && start !== to) break
    if (gap - first < 4) break
    start = first
  }
  return start
}

/** Back over what separates lines. */
function gapBefore(scan: Scan, to: number): number {
  let at = to
  while (to - at < 64) {
    const plain = scan.skipBack(at, charSetOfGap, 64)
    const escaped = 'nr'.includes(scan.text[plain - 1] ?? ' ') && scan.text[plain - 2] === '\\' ? plain - 1 : plain
    if (escaped === at) return at
    at = escaped
  }
  return at
}
const charSetOfGap = charSet(' \t\r\n\\"\'+,>|')
