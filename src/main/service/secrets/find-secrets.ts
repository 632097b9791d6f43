import { alnum } from './char-set'
import { assignedAt } from './find-assigned'
import { flagAt, netrcAt } from './find-commands'
import { schemeAt } from './find-headers'
import { jwtAt } from './find-jwt'
import { argumentOfCall, cellAt, columnAt, elementAt, sentenceAt } from './find-named'
import { findPrivateKeys } from './find-private-keys'
import { findSecretPaths, tokenAt } from './find-tokens'
import { urlSecretAt } from './find-urls'
import type { FoundSecret } from './found-secret'
import { heldIn, holdsKeyMark, holdsSecretPath } from './held-words'
import { findByLibrary } from './library-rules'
import { Scan } from './scan'

type Found = FoundSecret | readonly FoundSecret[] | null

/** What is looked for where a word begins, by its first letter. */
const atWords: Readonly<Record<string, (scan: Scan, at: number) => FoundSecret | null>> = {
  B: schemeAt,
  b: schemeAt,
  T: schemeAt,
  t: schemeAt,
  A: schemeAt,
  D: schemeAt,
  e: jwtAt,
  i: sentenceAt,
  p: netrcAt
}

/** What is looked for at a sign. */
const atSigns: Readonly<Record<string, (scan: Scan, at: number) => Found>> = {
  ':': (scan, at) => (scan.text.startsWith('//', at + 1) ? urlSecretAt(scan, at) : assignedAt(scan, at)),
  '=': assignedAt,
  '(': argumentOfCall,
  '|': cellAt,
  '>': elementAt,
  '-': (scan, at) => (isFlag(scan.text, at) ? flagAt(scan, at) : null),
  ' ': (scan, at) => (scan.has(at - 2, alnum) ? columnAt(scan, at) : null),
  '\t': (scan, at) => (scan.has(at - 1, alnum) ? columnAt(scan, at + 1) : null),
  $: tokenAt
}

function isFlag(text: string, at: number): boolean {
  const before = text[at - 1]
  return (
    before === undefined || before === ' ' || before === '"' || before === "'" || before === '\n' || before === '\\'
  )
}

const wordTable = tableOf(atWords)
const signTable = tableOf(atSigns)

function tableOf<T>(by: Readonly<Record<string, T>>): readonly (T | undefined)[] {
  const table: (T | undefined)[] = Array.from({ length: 128 })
  for (const [character, rule] of Object.entries(by)) table[character.charCodeAt(0)] = rule
  return table
}

const letter = 1
const sign = 2
/** For each character: whether it is of a word, or a sign at which something is looked for. Most of a text is neither the start of one nor the other. */
const kinds = Uint8Array.from({ length: 128 }, (_, code) =>
  alnum.ascii[code] ? letter : signTable[code] === undefined ? 0 : sign
)
const space = 32
const slash = 92

/** Collects what is found in one walk over the text. */
class Walk {
  private readonly scan: Scan
  private readonly found: FoundSecret[]
  /** Names within a long value that is masked already need no look. */
  private coveredTo = 0

  constructor(scan: Scan, found: FoundSecret[]) {
    this.scan = scan
    this.found = found
  }

  /** A word begins at `at`. */
  word(at: number, code: number): void {
    const token = tokenAt(this.scan, at)
    if (token !== null) this.found.push(token)
    else if (at >= this.coveredTo) this.note(wordTable[code]?.(this.scan, at) ?? null)
  }

  sign(at: number, code: number): void {
    if (at >= this.coveredTo) this.note(signTable[code]?.(this.scan, at) ?? null)
  }

  private note(one: Found): void {
    if (one === null) return
    for (const each of Array.isArray(one) ? one : [one as FoundSecret]) {
      this.found.push(each)
      if (each.end - each.start > longValue) this.coveredTo = Math.max(this.coveredTo, each.end)
    }
  }
}

/** Goes over the text once; at each place few rules are asked, each of which looks no further than a value is long. */
function walk(scan: Scan, found: FoundSecret[]): void {
  const { text } = scan
  const { length } = text
  const places = new Walk(scan, found)
  let before = 0
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at)
    const kind = code < 128 ? kinds[code] : 0
    if (kind === letter) {
      const begins = before > 127 || kinds[before] !== letter
      // In JSON a word also begins behind the letter of an escape.
      if (begins || (isEscape(before) && at > 1 && text.charCodeAt(at - 2) === slash)) places.word(at, code)
    } else if (kind === sign && (code !== space || before === space)) places.sign(at, code)
    before = code
  }
  scan.steps += length
}

/** In UTF-16 units. */
const longValue = 200

function isEscape(code: number): boolean {
  return code === 110 || code === 114 || code === 116
}

const isLikely = ({ confidence }: FoundSecret) => Number(confidence === 'likely')

/** Overlapping ones as one, which reaches as far as all of them. A certain one names it; else the first, or the longest of the first. */
function joined(found: FoundSecret[]): FoundSecret[] {
  const sorted = found.sort((a, b) => a.start - b.start || isLikely(a) - isLikely(b) || b.end - a.end)
  const result: FoundSecret[] = []
  for (const one of sorted) {
    const last = result.at(-1)
    if (!last || one.start >= last.end) result.push(one)
    else {
      const name = isLikely(one) < isLikely(last) ? one : last
      result[result.length - 1] = { ...name, start: last.start, end: Math.max(last.end, one.end) }
    }
  }
  return result
}

/** Finds the secrets of a text that was begun to be scanned; see `findSecrets`. */
export function findIn(scan: Scan): FoundSecret[] {
  const held = heldIn(scan)
  const found: FoundSecret[] = []
  if (held & holdsKeyMark) found.push(...findPrivateKeys(scan))
  if (held & holdsSecretPath) found.push(...findSecretPaths(scan))
  if (held !== 0) found.push(...findByLibrary(scan, held))
  walk(scan, found)
  return joined(found)
}

/** Where a text holds secrets, in order, overlaps joined. The work is linear in the length of the text, whatever it is. */
export function findSecrets(text: string): FoundSecret[] {
  return findIn(new Scan(text))
}
