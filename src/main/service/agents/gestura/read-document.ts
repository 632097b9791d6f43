import { checkShape, type ShapeProblem } from '../../json/check-shape'
import { countAccepted } from '../../json/count-accepted'
import { JsonSyntaxError } from '../../json/json-syntax-error'
import { endOfValue, skipSpace } from '../../json/json-tokens'
import { parseLossless } from '../../json/parse-lossless'
import type { Shape } from '../../json/shape'
import { spelledMembers } from '../../json/spelled-members'
import type { DecodedText } from '../../json/utf8-text'

/** The only numbers with a fraction in the agent's files: the confidence of a remembered finding. */
const floatKeys = ['confidence']

/** A JSON file as far as it can be shown, and whether the agent itself would take it. */
export interface JsonDocument {
  readonly text: string
  /** As `JSON.parse` gives it; undefined when nothing can be shown. */
  readonly value: unknown
  /** The same for judging: lossless where the spelling may matter, else `value` itself. */
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
export function readDocument({ text, byteOrderMark, validUtf8 }: DecodedText, shape: Shape): JsonDocument {
  const first = validUtf8 ? [] : [{ path: '', problem: 'the file is not UTF-8 text' }]
  if (byteOrderMark) first.push({ path: '', problem: 'the file starts with a byte order mark' })
  const parsed = parseLeniently(text)
  const problems = [...first, ...parsed.problems]
  if (parsed.value === undefined) return { text, value: undefined, exact: undefined, problems, notUtf8: !validUtf8 }
  const exact = isPlainlyAccepted(parsed, shape) ? parsed.value : parseLossless(parsed.text)
  if (exact !== parsed.value) problems.push(...checkShape(exact, shape))
  return { text, value: parsed.value, exact, problems, notUtf8: !validUtf8 }
}

/** Whether what `JSON.parse` gave fits, and nothing in the spelling of the text could change that. */
function isPlainlyAccepted({ text, value }: Parsed, shape: Shape): boolean {
  const members = countAccepted(value, shape)
  return members !== null && members === spelledMembers(text, floatKeys)
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
