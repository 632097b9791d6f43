/** Bytes beyond this are compared by their hash alone. */
export const mostBytes = 16 * 1024 * 1024

/** Bytes that are looked at for a sign that they are no text. */
const looked = 8000

/** The text of a file; null for one that is no text: not UTF-8 (nor UTF-16 with its mark), or with NUL in it. */
export function textOfBytes(bytes: Uint8Array): string | null {
  const marked = { fffe: 'utf-16le', feff: 'utf-16be' }[Buffer.from(bytes.subarray(0, 2)).toString('hex')]
  if (marked === undefined && bytes.subarray(0, looked).includes(0)) return null
  try {
    return new TextDecoder(marked ?? 'utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    return null
  }
}

/** From this length on a line of JSON is not one that a person wrote, in UTF-16 units. */
const longLine = 500

/**
 * Both as JSON with one value a line, where both are JSON that was written on few lines; null where they are not, or would look the same then.
 */
export function formattedJson(before: string | null, after: string | null): readonly [string, string] | null {
  const texts = [before, after].filter((text) => text !== null)
  if (!texts.some(hasLongLine)) return null
  const made = [before, after].map((text) => (text === null ? '' : pretty(text)))
  const [one = null, other = null] = made
  return one === null || other === null || one === other ? null : [one, other]
}

function hasLongLine(text: string): boolean {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at)
    if ((end < 0 ? text.length : end) - at > longLine) return true
    at = end < 0 ? text.length : end + 1
  }
  return false
}

function pretty(text: string): string | null {
  try {
    return `${JSON.stringify(JSON.parse(text), null, 2)}\n`
  } catch {
    return null
  }
}
