import { checkShape, type ShapeProblem } from '../../json/check-shape'
import { JsonSyntaxError } from '../../json/json-syntax-error'
import { endOfValue, skipSpace } from '../../json/json-tokens'
import type { JsonValue } from '../../json/json-value'
import { parseLossless } from '../../json/parse-lossless'
import type { Shape } from '../../json/shape'
import { spellingMatters } from '../../json/spelling-matters'
import { decodeUtf8 } from '../../json/utf8-text'

/** A JSON file as far as it can be shown, and whether the agent itself would take it. */
export interface JsonDocument {
  readonly text: string
  /** As `JSON.parse` gives it; undefined when nothing can be shown. */
  readonly value: unknown
  /** The same for judging: lossless where the spelling matters, else `value` itself. */
  readonly exact: unknown
  /** What the agent's own reader would stumble over; empty when it accepts the file. */
  readonly problems: readonly ShapeProblem[]
  /** The bytes are no UTF-8, which the agent meets while reading rather than while parsing. */
  readonly notUtf8: boolean
}

/**
 * Reads a document by the agent's own rules, and shows it by more forgiving ones: a byte order mark, text after the end,
 * bytes that are no UTF-8 and values of a wrong kind are problems, but no reason to hide the rest.
 */
export function readDocument(bytes: Uint8Array, shape: Shape): JsonDocument {
  const { text, byteOrderMark, validUtf8 } = decodeUtf8(bytes)
  const first = validUtf8 ? [] : [{ path: '', problem: 'the file is not UTF-8 text' }]
  if (byteOrderMark) first.push({ path: '', problem: 'the file starts with a byte order mark' })
  const parsed = parseLeniently(text)
  const problems = [...first, ...parsed.problems]
  const exact = exactValue(parsed)
  if (parsed.value !== undefined) problems.push(...checkShape(exact, shape))
  return { text, value: parsed.value, exact, problems, notUtf8: !validUtf8 }
}

/** The same document with everything that writing it back needs. Only for a document without problems. */
export function losslessly(document: JsonDocument): JsonValue {
  return parseLossless(document.text)
}

interface Parsed {
  /** The part of the text that was parsed. */
  readonly text: string
  readonly value: unknown
  readonly problems: readonly ShapeProblem[]
}

function parseLeniently(text: string): Parsed {
  try {
    return { text, value: JSON.parse(text) as unknown, problems: [] }
  } catch {
    const problems = [{ path: '', problem: syntaxProblem(text) }]
    const start = leadingValue(text)
    return start === null ? { text, value: undefined, problems } : { ...start, problems }
  }
}

function exactValue({ text, value }: Parsed): unknown {
  return value !== undefined && spellingMatters(text, value) ? parseLossless(text) : value
}

/** The first value of a text that goes on after it: a document that was overwritten by a shorter one, or glued to another. */
function leadingValue(text: string): { text: string; value: unknown } | null {
  try {
    const from = skipSpace(text, 0)
    const part = text.slice(from, endOfValue(text, from))
    return { text: part, value: JSON.parse(part) as unknown }
  } catch {
    return null
  }
}

/** Where the syntax breaks, in words without content (the messages of JSON.parse quote the text). */
function syntaxProblem(text: string): string {
  try {
    parseLossless(text)
  } catch (error) {
    if (error instanceof JsonSyntaxError) return lowerFirst(error.message)
    throw error
  }
  return 'the text is no JSON'
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1)
}
