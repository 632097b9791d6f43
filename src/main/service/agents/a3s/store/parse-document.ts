import type { JsonValue } from '../../../json/json-value'
import { parseLossless } from '../../../json/parse-lossless'
import { decodeUtf8 } from '../../../json/utf8-text'
import { serdeSyntaxProblem } from '../format/serde-syntax'
import { type Answer, answer, refuse } from './answer'

/** Parses bytes as strictly as the crate; `intro` begins its message, such as `Failed to parse session file: <path>`. */
export function parseDocument(bytes: Uint8Array, intro: string): Answer<JsonValue> {
  const problem = serdeSyntaxProblem(bytes)
  if (problem !== null) return refuse('not-json', `${intro}: ${problem.message}`)
  return answer(parseLossless(decodeUtf8(bytes).text))
}
