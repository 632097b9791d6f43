import { skipSpace } from '../json/json-tokens'
import { type Around, addKinds, type KindCounts, type MaskedWords, maskWords, nothingMasked } from './mask-words'

const quote = 0x22
const colon = 0x3a
const openList = 0x5b
const comma = 0x2c

/**
 * Masks secrets inside the strings of a JSON text, or of lines of it, and leaves every other character: numbers, order, space and keys stay as they
 * are spelled. A text that is damaged is masked as far as its strings can be told apart. Linear in the length of the text. `around` carries on what stood
 * before, for a text that is given in pieces that end with a line.
 */
export function maskJsonText(text: string, around = new Surroundings()): MaskedWords {
  const parts: string[] = []
  let copied = 0
  let kinds: KindCounts = nothingMasked
  for (let at = text.indexOf('"'); at >= 0; ) {
    const end = endOfLiteral(text, at)
    if (end < 0) break
    const literal = text.slice(at, end)
    if (text.charCodeAt(skipSpace(text, end)) === colon) around.member(literal.slice(1, -1))
    else {
      const value = textOfLiteral(literal)
      const found = maskLiteral(literal, value, around.of(text, at))
      around.passed(value)
      if (found !== null) {
        parts.push(text.slice(copied, at), found.text)
        copied = end
        kinds = addKinds(kinds, found.kinds)
      }
    }
    at = text.indexOf('"', end)
  }
  if (kinds === nothingMasked) return { text, kinds }
  parts.push(text.slice(copied))
  return { text: parts.join(''), kinds }
}

/** What stands around the string that is looked at. */
export class Surroundings {
  #name: string | null = null
  #listedName: string | null = null
  #before: string | null = null
  #isFirst = false

  member(name: string): void {
    this.#name = name
    this.#isFirst = true
  }

  /** A string that follows the name of a member, or one of a list. */
  of(text: string, at: number): Around {
    const sign = signBefore(text, at)
    if (this.#isFirst && sign === colon) {
      return { name: this.#name, beside: this.#name === 'value' ? this.#listedName : null }
    }
    // Strings of a list are judged by the member that holds it, and by the one before: `["--api-key", "…"]`.
    const isListed = sign === openList || sign === comma
    if (isListed && sign === comma && this.#before?.startsWith('-')) return { name: null, beside: this.#before }
    return { name: this.#name, beside: null }
  }

  passed(value: string | null): void {
    if (this.#isFirst && (this.#name === 'name' || this.#name === 'key')) this.#listedName = value
    this.#before = value
    this.#isFirst = false
  }
}

function signBefore(text: string, at: number): number {
  let before = at - 1
  while (before >= 0 && text.charCodeAt(before) <= 0x20) before -= 1
  return text.charCodeAt(before)
}

/** Position after the quote that ends a string; a line that is torn inside of one ends it, too. -1 where there is no end. */
function endOfLiteral(text: string, at: number): number {
  for (let position = at + 1; position < text.length; position += 1) {
    const code = text.charCodeAt(position)
    if (code === quote) return position + 1
    if (code === 0x5c) position += 1
    else if (code === 0x0a) return position
  }
  return -1
}

/** The literal with its secrets masked; null where there are none. */
function maskLiteral(literal: string, value: string | null, around: Around): MaskedWords | null {
  if (literal.length < 6 || isImage(literal, around.name)) return null
  // An escape that JSON does not know, or a torn string: its characters are looked at as they stand.
  const { text, kinds } = maskWords(value ?? literal, value === null ? null : around)
  if (kinds === nothingMasked) return null
  return { text: value === null ? text : JSON.stringify(text), kinds }
}

function textOfLiteral(literal: string): string | null {
  if (!literal.includes('\\')) return literal.endsWith('"') && literal.length > 1 ? literal.slice(1, -1) : null
  try {
    const value = JSON.parse(literal) as unknown
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}

/** Images and the like as base64: nothing in them is text, and looking through them takes long. */
function isImage(literal: string, name: string | null): boolean {
  if (literal.length < 2000) return false
  const isData = name === 'data' || name === 'image_url' || name === 'url' || literal.startsWith('"data:image/')
  return isData && /^"(?:data:[a-z]+\/[\w.+-]{1,40};base64,)?[A-Za-z0-9+/\\]{1000}/.test(literal)
}
