/** A piece of text by its place, in UTF-16 units. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

const shortestSolid = 16
const shortestMixed = 24
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Shannon entropy in bits per character. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

/** Letters and digits without a break: words and dates do not mix so, generated values do. */
function looksSolid(piece: string): boolean {
  if (piece.length < shortestSolid || !/[0-9]/.test(piece) || !/[A-Za-z]/.test(piece)) return false
  return entropyOf(piece.slice(0, 256)) > 2.8
}

/** Base64 in either alphabet: capitals, small letters and digits, close to evenly spread. */
function looksMixed(token: string): boolean {
  if (token.length < shortestMixed) return false
  if (!/[0-9]/.test(token) || !/[A-Z]/.test(token) || !/[a-z]/.test(token)) return false
  return entropyOf(token.slice(0, 256)) > 3.9
}

/** Letters alone, with capitals scattered in a way that names of things (`getUserName`) never have. */
function looksShuffled(token: string): boolean {
  if (token.length < shortestMixed || /[^A-Za-z]/.test(token)) return false
  const cases = [...token.slice(0, 256)].map((letter) => letter >= 'a')
  const changes = cases.filter((lower, index) => index > 0 && lower !== cases[index - 1]).length
  return changes / cases.length > 0.4
}

function looksGenerated(token: string): boolean {
  if (uuid.test(token)) return false
  return looksMixed(token) || looksShuffled(token) || token.split(/[^A-Za-z0-9]/).some(looksSolid)
}

/**
 * Runs of characters that look generated rather than written. Ids in UUID form do not count: they name things in every format that
 * Reprise reads. Words, model names, versions, dates and paths do not count either. Linear in the length.
 */
export function findHighEntropy(text: string): TextRange[] {
  const found: TextRange[] = []
  for (const match of text.matchAll(/[A-Za-z0-9+=_-]+/g)) {
    if (looksGenerated(match[0])) found.push({ start: match.index, end: match.index + match[0].length })
  }
  return found
}
