/** Longer records are shown as they are stored only: indenting them would be felt. */
const longest = 500_000

/** JSON records with indentation; null where the text is anything else, or too long. */
export function indented(text: string): string | null {
  if (text.length > longest) return null
  const whole = respelled(text)
  if (whole !== null) return whole
  const parts = text.split(/\n\n+|\n(?=[{[])/).map(respelled)
  return parts.every((part) => part !== null) ? parts.join('\n\n') : null
}

function respelled(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return null
  }
}

/** Characters in one block of text: only blocks in view are laid out. */
const blockSize = 8_000

/** The text in blocks that end with a line where there is one; a very long line is cut. */
export function blocksOf(text: string): string[] {
  const blocks: string[] = []
  for (let from = 0; from < text.length; ) {
    const end = Math.min(text.length, from + blockSize)
    const line = end < text.length ? text.lastIndexOf('\n', end) : -1
    const to = line > from ? line : end
    blocks.push(text.slice(from, to))
    // The end of a block is the end of its line already.
    from = line > from ? line + 1 : to
  }
  return blocks
}
