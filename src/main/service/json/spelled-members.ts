const space = 0x20
const quote = 0x22
const backslash = 0x5c

/** A number in a member's place that is a whole number to JSON.parse, but not spelled as one. */
const wholeInDisguise = /\s*-?\d+(?:\.0+(?!\d)|(?:\.\d+)?[eE])/y

/**
 * How many members a JSON text spells, or null when its spelling may matter to a strict reader in a way that `JSON.parse` does not show:
 * an escaped surrogate, or a whole number spelled with fraction or exponent (but for the values of `floatKeys`). Keys that are not
 * followed by their colon at once are missed, which only makes the count too low. Much cheaper than a strict reading.
 */
export function spelledMembers(text: string, floatKeys: readonly string[]): number | null {
  // Escapes of surrogates and of a few Hangul syllables; two plain searches are several times faster than one pattern.
  if (text.includes('\\ud') || text.includes('\\uD')) return null
  let count = 0
  let last = -3
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) {
    // Inside a string a quote is always escaped.
    if (text.charCodeAt(at - 1) !== quote || text.charCodeAt(at - 2) === backslash) continue
    // A value that begins with a colon: its opening quote stands right after the colon of its member.
    if (at - last === 2 || (at - last === 3 && text.charCodeAt(at - 2) === space)) continue
    last = at
    count += 1
    if (!mayStartNumber(text, at + 1)) continue
    wholeInDisguise.lastIndex = at + 1
    if (wholeInDisguise.test(text) && !floatKeys.some((key) => text.endsWith(`"${key}"`, at))) return null
  }
  return count
}

/** A letter, quote or bracket after a colon and at most one space cannot start a number; a further space might hide one. */
function mayStartNumber(text: string, at: number): boolean {
  const next = text.charCodeAt(text.charCodeAt(at) === space ? at + 1 : at)
  return next <= 0x39 && next !== quote
}
