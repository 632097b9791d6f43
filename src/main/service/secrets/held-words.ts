import { keyMarks } from './find-private-keys'
import { FixedWords } from './fixed-words'
import { libraryRules } from './library-rules'
import { secretPaths } from './rules/token-rules'
import type { Scan } from './scan'

/** Bits of what a text holds, beside those of the library's rules. */
export const holdsKeyMark = 1 << 29
export const holdsSecretPath = 1 << 30

const words = new FixedWords([
  ...libraryRules.flatMap(({ beginnings, bit }) => beginnings.map((beginning) => [beginning, bit] as const)),
  ...keyMarks.map((mark) => [mark, holdsKeyMark] as const),
  ...secretPaths.map(({ after }) => [after, holdsSecretPath] as const)
])

/** What of the words that rules look for all over a text stands in it: most rules need not be asked. */
export function heldIn(scan: Scan): number {
  scan.steps += scan.text.length
  return words.heldIn(scan.text)
}
