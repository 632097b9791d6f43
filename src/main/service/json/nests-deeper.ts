/**
 * Whether objects and lists of a JSON text lie inside each other more than `most` times. Brackets in strings do not count. Takes one pass and no
 * memory, where parsing a text of nothing but brackets takes fifty times its size.
 */
export function nestsDeeper(text: string, most: number): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x22) at = endOfString(text, at + 1)
    else if (code === 0x5b || code === 0x7b) {
      depth += 1
      if (depth > most) return true
    } else if (code === 0x5d || code === 0x7d) depth -= 1
  }
  return false
}

/** Where the quote is that ends a string; the end of the text where none does. */
function endOfString(text: string, from: number): number {
  let at = from
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === 0x22) return at
    at += code === 0x5c ? 2 : 1
  }
  return at
}
