import { allBut, blank, charSet } from './char-set'
import { namedBefore, valueAt } from './find-assigned'
import type { FoundSecret } from './found-secret'
import { isSecretValue } from './judge-assigned'
import { looksGenerated, looksLikeKey, standsForSecret } from './judge-value'
import type { Scan } from './scan'
import { labelOf } from './secret-labels'

const nameSet = charSet('-A-Za-z0-9_.:')
const cellName = charSet('-A-Za-z0-9_. ')
const cellEnd = allBut('|\r\n')
const tagEnd = allBut('<\r\n')
const opening = charSet(' `*"\'')
const quoteMark = charSet('"\'`')

/** `password("…")`: a literal given to a function that is named like a secret. `at` is where the bracket is. */
export function argumentOfCall(scan: Scan, at: number): FoundSecret | null {
  if (!scan.has(at + 1, quoteMark)) return null
  const named = namedBefore(scan, at)
  const found = named && valueAt(scan, at + 1, named.label, 'quoted')
  return found && looksLikeKey(scan.text.slice(found.start, found.end)) ? found : null
}

/** `<password>…</password>`; `at` is where the bracket closes. */
export function elementAt(scan: Scan, at: number): FoundSecret | null {
  const start = scan.skipBack(at, nameSet)
  if (scan.text[start - 1] !== '<' || start === at) return null
  const label = labelOf(scan.slice(start, at))
  if (label === null) return null
  const end = scan.skip(at + 1, tagEnd, 1024)
  const value = scan.slice(at + 1, end)
  if (scan.text[end] !== '<' || !/[0-9]/.test(value) || !isSecretValue(value, label, 'quoted')) return null
  return { start: at + 1, end, rule: 'element', kind: label.kind, confidence: 'likely' }
}

/** `| API key | … |`: a cell behind one that is named like a secret; `at` is the line between them. */
export function cellAt(scan: Scan, at: number): FoundSecret | null {
  const nameEnd = scan.skipBack(at, opening, 4)
  const nameStart = scan.skipBack(nameEnd, cellName)
  if (nameEnd - nameStart < 2 || scan.text[nameStart - 1] === '/') return null
  const label = labelOf(scan.slice(nameStart, nameEnd))
  if (label === null || !isRowOfTable(scan, nameStart)) return null
  const start = scan.skip(at + 1, opening, 24)
  const cell = scan.skip(start, cellEnd, 512)
  const end = scan.skipBack(cell, opening, 200)
  const value = scan.slice(start, end)
  const writing = scan.text[start - 1] === '`' ? 'quoted' : 'loose'
  const counts = label.meaning === 'password' ? isSecretValue(value, label, writing) : looksLikeKey(value)
  if (/\s/.test(value) || standsForSecret(value) || !counts) return null
  return { start, end, rule: 'cell', kind: label.kind, confidence: 'likely' }
}

/** A row of a table of Markdown begins with a line; in code `|` is something else. */
function isRowOfTable(scan: Scan, nameStart: number): boolean {
  const before = scan.slice(Math.max(0, nameStart - 200), nameStart)
  const line = before.slice(Math.max(before.lastIndexOf('\n') + 1, before.lastIndexOf('\\n') + 2))
  return /^[ \t>]{0,8}\|/.test(line) || /^\|/.test(before.trim())
}

/** `the password is …`; `at` is where `is` begins. */
export function sentenceAt(scan: Scan, at: number): FoundSecret | null {
  const { text } = scan
  if (text[at + 1] !== 's' || text[at + 2] !== ' ' || text[at - 1] !== ' ') return null
  const named = namedBefore(scan, at - 1)
  if (named === null) return null
  const start = scan.skip(scan.skip(at + 2, blank, 2), opening, 4)
  const end = trimmedEnd(scan, start, scan.skip(start, sentenceEnd, 512))
  const value = scan.slice(start, end)
  const counts =
    named.label.meaning === 'password'
      ? /[0-9]/.test(value) && isSecretValue(value, named.label, 'loose')
      : looksGenerated(value) && !standsForSecret(value)
  return counts ? { start, end, rule: 'sentence', kind: named.label.kind, confidence: 'likely' } : null
}
const sentenceEnd = allBut(' \t\r\n"\'`*,;)')
const stops = charSet('.?!:')

function trimmedEnd(scan: Scan, start: number, end: number): number {
  return Math.max(start, scan.skipBack(end, stops, 2))
}

/** `password    …`: names and values in columns, as programs print them. `at` is the second blank. */
export function columnAt(scan: Scan, at: number): FoundSecret | null {
  const named = namedBefore(scan, at - 1)
  if (named === null || named.label.meaning === 'weak') return null
  const before = scan.text[named.start - 1]
  if (before !== undefined && before !== '\n') return null
  const start = scan.skip(at, blank, 60)
  const end = scan.skip(start, sentenceEnd, 512)
  const value = scan.slice(start, end)
  if (!looksLikeKey(value) || standsForSecret(value)) return null
  return { start, end, rule: 'column', kind: named.label.kind, confidence: 'likely' }
}
