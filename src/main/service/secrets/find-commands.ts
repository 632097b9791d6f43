import { allBut, blank, charSet, word } from './char-set'
import { valueAt } from './find-assigned'
import { findCookies } from './find-cookies'
import type { FoundSecret } from './found-secret'
import { standsForSecret } from './judge-value'
import type { Scan } from './scan'
import { labelOf } from './secret-labels'

const quotes = charSet('"\'')
const commas = charSet('"\', \t\\')
const argumentEnd = allBut(' \t\r\n"\'`\\')

/** The argument of a flag that begins at `at` (`--password x`, `"--password", "x"`, `-u name:password`). */
export function flagAt(scan: Scan, at: number): FoundSecret | readonly FoundSecret[] | null {
  const { text } = scan
  const long = text[at + 1] === '-'
  const from = at + (long ? 2 : 1)
  const end = scan.skip(from, word, 64)
  const name = scan.slice(from, end)
  if (!long) return shortFlag(scan, name, at, end)
  if (name === 'user' || name === 'proxy-user') return userAt(scan, end, 'curl')
  const label = labelOf(name)
  if (label === null && name !== 'cookie') return null
  const next = text[end]
  if (next === ' ' || next === '\t') {
    const start = scan.skip(end, blank, 8)
    if (text[start] === '-') return null
    return label ? valueAt(scan, start, label, 'plain') : findCookies(scan, start)
  }
  // A list of arguments in JSON or in code.
  const start = scan.skip(end, commas, 12)
  if (label === null || start - end < 3 || !scan.slice(end, start).includes(',')) return null
  const quote = scan.skipBack(start, quotes, 1)
  const slashes = scan.skipBack(quote, backslashes, 8)
  return quote < start ? valueAt(scan, slashes, label, 'quoted') : null
}
const backslashes = charSet('\\')

function shortFlag(scan: Scan, name: string, at: number, end: number): FoundSecret | readonly FoundSecret[] | null {
  if (name === 'u' || name === 'U') return userAt(scan, end, 'curl')
  if (name === 'b' && commandBefore(scan, at, 'curl')) return findCookies(scan, scan.skip(end, blank, 4))
  if (name[0] !== 'p') return null
  if (name === 'p' && commandBefore(scan, at, 'sshpass', 24)) return argumentAt(scan, scan.skip(end, blank, 4))
  // `mysql -psecret`: the password follows without a blank.
  return name.length > 4 && commandBefore(scan, at, 'mysql', 120) ? argumentAt(scan, at + 2) : null
}

/** Whether a command stands on the same line, not far before. */
function commandBefore(scan: Scan, at: number, command: string, within = 300): boolean {
  const before = scan.slice(Math.max(0, at - within), at)
  return before.slice(before.lastIndexOf('\n') + 1).includes(command)
}

function argumentAt(scan: Scan, from: number): FoundSecret | null {
  const start = scan.skip(from, quotes, 1)
  const end = scan.skip(start, argumentEnd)
  if (end - start < 4 || standsForSecret(scan.slice(start, end))) return null
  return { start, end, rule: 'argument', kind: 'password', confidence: 'likely' }
}

/** `name:password` behind `-u` of a program that takes it so. */
function userAt(scan: Scan, end: number, command: string): FoundSecret | null {
  const next = scan.text[end]
  if ((next !== ' ' && next !== '=') || !commandBefore(scan, end, command)) return null
  const start = scan.skip(scan.skip(end + 1, blank, 4), argumentOpen, 4)
  const whole = scan.slice(start, scan.skip(start, argumentEnd))
  const colon = whole.indexOf(':')
  if (colon <= 0 || whole.startsWith('//', colon + 1)) return null
  const value = whole.slice(colon + 1)
  if (value.length < 3 || standsForSecret(value)) return null
  const from = start + colon + 1
  return { start: from, end: from + value.length, rule: 'argument', kind: 'password', confidence: 'certain' }
}
const argumentOpen = charSet('"\'\\')

/** `password x` of a netrc file, where `machine` and `login` stand before it. */
export function netrcAt(scan: Scan, at: number): FoundSecret | null {
  if (scan.text[at + 1] !== 'a' || !scan.text.startsWith('password', at)) return null
  const from = at + 8
  const start = scan.skip(from, blank, 8)
  if (start === from) return null
  const before = scan.slice(Math.max(0, at - 200), at)
  if (!/\blogin[ \t]/.test(before) || !/\b(?:machine|default)\b/.test(before)) return null
  return argumentAt(scan, start)
}
