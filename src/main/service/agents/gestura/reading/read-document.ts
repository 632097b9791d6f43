import { checkShape, type ShapeProblem } from '../../../json/check-shape'
import { countAccepted } from '../../../json/count-accepted'
import { JsonSyntaxError } from '../../../json/json-syntax-error'
import { endOfValue, skipSpace } from '../../../json/json-tokens'
import { parseLossless } from '../../../json/parse-lossless'
import type { Shape } from '../../../json/shape'
import { spelledMembers } from '../../../json/spelled-members'
import type { DecodedText } from '../../../json/utf8-text'
import { once } from './once'

/** The only numbers with a fraction in the agent's files: the confidence of a remembered finding. */
const floatKeys = ['confidence']
/** In UTF-16 units. */
const largestStrict = 50_000_000

/** A JSON file as far as it can be shown, and whether the agent itself would take it. */
export interface JsonDocument {
  readonly text: string
  /** As `JSON.parse` gives it; undefined when nothing can be shown. */
  readonly value: unknown
  /** The bytes are no UTF-8, which the agent meets while reading rather than while parsing. */
  readonly notUtf8: boolean
  /** Judged at the first call: showing the value does not have to wait for it. */
  judge(): Judgement
}

export interface Judgement {
  /** `value` for strict eyes: lossless where the spelling may matter, else `value` itself. */
  readonly exact: unknown
  /** What the agent's own reader would stumble over; empty when it accepts the file. */
  readonly problems: readonly ShapeProblem[]
}

/**
 * Reads a document by the agent's own rules, and shows it by more forgiving ones: a byte order mark, text after the end,
 * bytes that are no UTF-8 and values of a wrong kind are problems, but no reason to hide the rest.
 */
export function readDocument({ text, byteOrderMark, validUtf8 }: DecodedText, shape: Shape): JsonDocument {
  const parsed = parseLeniently(text)
  const judge = once((): Judgement => {
    const problems: ShapeProblem[] = validUtf8 ? [] : [{ path: '', problem: 'the file is not UTF-8 text' }]
    if (byteOrderMark) problems.push({ path: '', problem: 'the file starts with a byte order mark' })
    if (parsed.text !== text || parsed.value === undefined) problems.push({ path: '', problem: syntaxProblem(text) })
    if (parsed.value === undefined) return { exact: undefined, problems }
    if (isPlainlyAccepted(parsed, shape)) return { exact: parsed.value, problems }
    const exact = strictValue(parsed)
    return { exact, problems: [...problems, ...checkShape(exact, shape)] }
  })
  return { text, value: parsed.value, notUtf8: !validUtf8, judge }
}

/** A lossless value takes several times the memory of its text: a huge document is judged without what only its spelling shows. */
function strictValue({ text, value }: Parsed): unknown {
  return text.length > largestStrict ? value : parseLossless(text)
}

/** Whether what `JSON.parse` gave fits, and nothing in the spelling of the text could change that. */
function isPlainlyAccepted({ text, value }: Parsed, shape: Shape): boolean {
  const members = countAccepted(value, shape)
  return members !== null && members === spelledMembers(text, floatKeys)
}

interface Parsed {
  /** The part of the text that was parsed: all of it, if it is one document. */
  readonly text: string
  /** Undefined when it is none. */
  readonly value: unknown
}

function parseLeniently(text: string): Parsed {
  try {
    return { text, value: JSON.parse(text) as unknown }
  } catch {
    return leadingValue(text) ?? { text, value: undefined }
  }
}

/** The first value of a text that goes on after it: a document that was overwritten by a shorter one, or glued to another. */
function leadingValue(text: string): Parsed | null {
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
    if (text.length > largestStrict) endOfValue(text, skipSpace(text, 0))
    else parseLossless(text)
  } catch (error) {
    if (error instanceof JsonSyntaxError) return lowerFirst(error.message)
    throw error
  }
  return 'the text is no JSON'
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1)
}
