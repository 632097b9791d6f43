/** A number in a member's place that is a whole number to JSON.parse, but not spelled as one. */
const wholeInDisguise = /\s*-?\d+(?:\.0+(?!\d)|(?:\.\d+)?[eE])/y
const surrogateEscape = /\\u[dD][89a-fA-F]/
/** Deeper than any document that these programs write; reading on would only cost. */
const deepEnough = 120

/**
 * Whether a strict reader could judge `text` differently than `plain`, which `JSON.parse` made of it: repeated keys, lone
 * surrogates, `1.0` for `1`, integers above 2^53, great depth. Much cheaper than a strict reading, and may only err towards
 * true; what was built to deceive it is found when the document is read strictly.
 */
export function spellingMatters(text: string, plain: unknown): boolean {
  if (surrogateEscape.test(text)) return true
  const tally = { members: 0, unsafe: false }
  tallyUp(plain, 1, tally)
  return tally.unsafe || spelledMembers(text) !== tally.members
}

function tallyUp(value: unknown, depth: number, tally: { members: number; unsafe: boolean }): void {
  if (typeof value === 'number') {
    if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) tally.unsafe = true
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (depth > deepEnough) {
    tally.unsafe = true
    return
  }
  if (Array.isArray(value)) {
    for (const item of value) tallyUp(item, depth + 1, tally)
    return
  }
  const record = value as Readonly<Record<string, unknown>>
  for (const key in record) {
    tally.members += 1
    tallyUp(record[key], depth + 1, tally)
  }
}

/** Keys as the text spells them; -1 when a number's spelling already decides. Inside a string a quote is always escaped. */
function spelledMembers(text: string): number {
  let count = 0
  for (let at = text.indexOf('":'); at >= 0; at = text.indexOf('":', at + 2)) {
    if (text.charCodeAt(at - 1) === 0x5c) continue
    count += 1
    const next = text.charCodeAt(at + 2) === 0x20 ? text.charCodeAt(at + 3) : text.charCodeAt(at + 2)
    // A letter, quote or bracket cannot start a number; a further space might hide one.
    if (next > 0x39 || next === 0x22) continue
    wholeInDisguise.lastIndex = at + 2
    if (wholeInDisguise.test(text)) return -1
  }
  return count
}
