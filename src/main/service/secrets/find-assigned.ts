import { allBut, alnum, blank, charSet } from './char-set'
import { findCookies } from './find-cookies'
import type { FoundSecret } from './found-secret'
import { isSecretValue, type Writing } from './judge-assigned'
import { typesOfKeys } from './rules/agent-files'
import { longestValue, type Scan } from './scan'
import { type Label, labelOf, mayEndName } from './secret-labels'

const nameSet = charSet('-A-Za-z0-9_.')
/** What may stand between a name and its sign: quotes, marks of Markdown, a bracket of `settings["name"]`. */
const afterName = charSet('"\'`\\*_])?! ')
const quoteMark = charSet('"\'`')
const backslash = charSet('\\')
const plainEnd = allBut(' \t\r\n"\'`\\')
const looseEnd = allBut(' \t\r\n"\'`\\,;)]}<>|&')
const parameterEnd = allBut(' \t\r\n"\'`\\&#<>;)]')
const signs = charSet('=:>')
const marks = charSet('*')
const longestGap = 16
/** A value is judged by so much of its start. */
const judged = 300

/** A name with what it says. `start` is where it begins in the text. */
interface Named {
  readonly label: Label
  readonly name: string
  readonly start: number
}

/** The secret-like name that ends before `to`; of several words the last two are looked at. */
export function namedBefore(scan: Scan, to: number): Named | null {
  const end = scan.skipBack(to, afterName, 6)
  if (end < 2 || !mayEndName(scan.text.charCodeAt(end - 2), scan.text.charCodeAt(end - 1))) return null
  const start = escapeSkipped(scan, scan.skipBack(end, nameSet), end)
  // The last part of a path is a file, as in `/etc/passwd`.
  if (end - start < 2 || scan.text[start - 1] === '/') return null
  const name = scan.slice(start, end)
  const label = labelOf(name)
  if (label) return { label, name, start }
  if (scan.text[start - 1] !== ' ') return null
  const before = scan.skipBack(start - 1, nameSet)
  if (before === start - 1) return null
  const both = scan.slice(before, end)
  const ofBoth = labelOf(both)
  return ofBoth && { label: ofBoth, name: both, start: before }
}

/** A name after `\n` in JSON begins behind that letter. */
function escapeSkipped(scan: Scan, start: number, end: number): number {
  return scan.text[start - 1] === '\\' && end - start > 1 && 'nrt'.includes(scan.text[start] ?? ' ') ? start + 1 : start
}

/** The value that the sign at `at` (`=`, `:`) gives to a secret-like name before it. */
export function assignedAt(scan: Scan, at: number): FoundSecret | readonly FoundSecret[] | null {
  const named = namedBefore(scan, at) ?? parameterBefore(scan, at) ?? keyOfAgent(scan, at) ?? valueOfPair(scan, at)
  if (named === null) return null
  const { text } = scan
  if ((text[at + 1] === ':' && text[at] === ':') || text[at - 1] === '!') return null
  const from = valueStart(scan, at + 1)
  if (from < 0) return null
  if (/cookie$/i.test(named.name)) return findCookies(scan, from)
  const sign = text[at]
  return valueAt(
    scan,
    from,
    named.label,
    sign === '=' ? writingOf(scan, named.start, at) : writingAfterColon(scan, named)
  )
}

function valueStart(scan: Scan, after: number): number {
  const from = scan.skip(scan.skip(after, signs, 2), marks, 2)
  const start = scan.skip(from, blank, longestGap)
  return scan.has(start, charSetOfEnd) ? -1 : start
}
const charSetOfEnd = charSet('\r\n,;)]}')

/** `NAME=value` from the start of its line on, and parameters, are written plain. */
function writingOf(scan: Scan, start: number, at: number): Writing {
  const { text } = scan
  if (text[at - 1] === ' ' || text[at + 1] === ' ' || text[at + 1] === '=') return 'loose'
  const before = text[start - 1]
  if (before === undefined || before === '\n' || before === '?' || before === '&' || before === ';') return 'plain'
  // In JSON a line may begin behind `\n`, and a parameter behind `\u0026`.
  if (before === 'n' || before === 'r' || before === '6')
    return text.slice(start - 6, start).includes('\\') ? 'plain' : 'loose'
  if (before === '"' || before === "'" || before === '`') return 'plain'
  if (before === '/' || before === ':' || before === '-') return 'plain'
  return before === ' ' || before === '\t' ? 'plain' : 'loose'
}

const indent = charSet(' \t-')

/** A name that begins its line, or the name of a header. */
function writingAfterColon({ text }: Scan, { start, name }: Named): Writing {
  if (/^x-/i.test(name)) return 'line'
  const escaped = text[start - 1] === 'n' && text[start - 2] === '\\'
  return escaped || isFirstOfLine(text, start) ? 'line' : 'loose'
}

function isFirstOfLine(text: string, start: number): boolean {
  let at = start
  while (at > 0 && start - at < 64 && indent.ascii[text.charCodeAt(at - 1)]) at -= 1
  return at === 0 || text[at - 1] === '\n' || (text[at - 1] === 'n' && text[at - 2] === '\\')
}

/** The value that begins at `from`, if it is a secret for that label. */
export function valueAt(scan: Scan, from: number, label: Label, writing: Writing): FoundSecret | null {
  const found = (start: number, end: number, how: Writing, whole?: () => number): FoundSecret | null => {
    if (end <= start || !isSecretValue(scan.slice(start, end), label, how)) return null
    // Only of a secret is more looked at than its start.
    const last = whole && end - start >= judged ? Math.max(end, whole()) : end
    return { start, end: last, rule: `named-${label.meaning}`, kind: label.kind, confidence: 'likely' }
  }
  const slashes = scan.skip(from, backslash, 8) - from
  if (scan.has(from + slashes, quoteMark)) {
    const start = from + slashes + 1
    const quote = scan.text.charCodeAt(start - 1)
    const end = quoteEnd(scan, start, quote, slashes, judged)
    return end < 0 ? null : found(start, end, 'quoted', () => quoteEnd(scan, start, quote, slashes, longestValue))
  }
  if (slashes > 0) return null
  const { text } = scan
  if (writing === 'plain') {
    const isParameter = '?&'.includes(text[nameStartOf(scan, from) - 1] ?? ' ')
    const ends = isParameter ? parameterEnd : plainEnd
    const end = scan.skip(from, ends, judged)
    const trimmed = isParameter ? end : connectionEnd(scan, from, end)
    return found(from, trimmed, 'plain', () => scan.skip(from, ends))
  }
  const end = scan.skip(from, looseEnd, judged)
  const wholeLoose = () => scan.skip(from, looseEnd)
  // A type, and the value behind it: `apiKey: string = 'x'`.
  if (text[end] === ' ' && text[end + 1] === '=' && text[end + 2] === ' ' && scan.has(end + 3, quoteMark))
    return valueAt(scan, end + 3, label, 'loose')
  if ('([{<'.includes(text[end] ?? ' ')) return null
  if (writing !== 'line') return found(from, end, 'loose', wholeLoose)
  const rest = scan.skip(from, plainEnd, judged)
  // An object in code has its fields on lines, too, each with a comma at its end.
  if (text[rest - 1] === ',') return found(from, end, 'loose', wholeLoose)
  return (isEndOfLine(text, rest) || rest - from >= judged) && rest >= end
    ? found(from, rest, 'line', () => scan.skip(from, plainEnd))
    : found(from, end, 'loose', wholeLoose)
}

function isEndOfLine(text: string, at: number): boolean {
  const next = text[at]
  return (
    next === undefined ||
    next === '\n' ||
    next === '\r' ||
    next === '\\' ||
    next === '"' ||
    next === "'" ||
    (next === ' ' && text[at + 1] === '#')
  )
}

function nameStartOf(scan: Scan, valueFrom: number): number {
  return scan.skipBack(valueFrom - 1, nameSet)
}

/** A field of a connection string ends at its semicolon; the last one of a line may hold any sign. */
function connectionEnd(scan: Scan, from: number, end: number): number {
  const semicolon = scan.skip(from, allButSemicolon, end - from)
  return semicolon > from ? semicolon : end
}
const allButSemicolon = allBut(';')

/**
 * Where a text within quotes ends, or `most` characters of it; -1 where it does not end on its line. `slashes` is how many backslashes stood before the first
 * quote: as many stand before the last one, in JSON within JSON.
 */
function quoteEnd(scan: Scan, start: number, quote: number, slashes: number, most: number): number {
  const { text } = scan
  const end = Math.min(text.length, start + most)
  let run = 0
  for (let at = start; at < end; at += 1) {
    scan.steps += 1
    const code = text.charCodeAt(at)
    if (code === 92) {
      run += 1
      continue
    }
    if (code === quote && run % (2 * (slashes + 1)) === slashes) return at - slashes
    if (code === quote && run < slashes) return at - run
    if (code === 10) return -1
    run = 0
  }
  return end === start + most ? end : -1
}

/** Parameters by which an address is signed: elsewhere such names say nothing. */
const signatures = new Set(['sig', 'signature', 'x-amz-signature', 'x-amz-security-token', 'x-goog-signature'])
const signed: Label = { meaning: 'weak', kind: 'signature' }

function parameterBefore(scan: Scan, at: number): Named | null {
  const start = scan.skipBack(at, nameSet)
  if (!'?&'.includes(scan.text[start - 1] ?? ' ')) return null
  const name = scan.slice(start, at)
  return signatures.has(name.toLowerCase()) ? { label: signed, name, start } : null
}

const keyLabel: Label = { meaning: 'key', kind: 'api key' }

/** `{"type": "api", "key": "…"}`: a key is one by the type beside it. */
function keyOfAgent(scan: Scan, at: number): Named | null {
  const end = scan.skipBack(at, afterName, 6)
  const start = scan.skipBack(end, alnum, 8)
  if (end - start !== 3 || scan.slice(start, end) !== 'key') return null
  const before = scan.slice(Math.max(0, start - 80), start)
  const type = /type[\\"']{1,6}\s{0,4}:\s{0,4}[\\"']{1,6}([a-z_]{2,12})[\\"']{1,6}[\s,\\n]{1,12}[\\"']{1,6}$/.exec(
    before
  )?.[1]
  return type !== undefined && typesOfKeys.has(type) ? { label: keyLabel, name: 'key', start } : null
}

/** `{"name": "API_KEY", "value": "…"}`: the name stands in the field before. */
function valueOfPair(scan: Scan, at: number): Named | null {
  const end = scan.skipBack(at, afterName, 6)
  const start = scan.skipBack(end, alnum, 8)
  if (end - start !== 5 || scan.slice(start, end).toLowerCase() !== 'value') return null
  const pair = /(?:name|key)[\\"']*\s{0,4}[:=]\s{0,4}[\\"']*([\w.-]{2,64})[\\"']*[\s,;\\nr-]{0,40}["'\\]*$/i.exec(
    scan.slice(Math.max(0, start - 160), start)
  )
  const name = pair?.[1] ?? ''
  const label = name === '' ? null : labelOf(name)
  return label && { label, name, start }
}
