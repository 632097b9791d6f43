/** NUL bytes that stand together are shown as one sign with their number from this many on. */
const shownApart = 4

/** Damaged bytes as text to be looked at: blocks of NUL bytes by their number, bytes that are no UTF-8 as replacement characters. */
export function visibleText(content: Uint8Array): string {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length)
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; ) {
    const nul = bytes.indexOf(0, at)
    const end = nul === -1 ? bytes.length : nul
    pieces.push(bytes.toString('utf8', at, end))
    at = end
    while (at < bytes.length && bytes[at] === 0) at += 1
    if (at > end) pieces.push(at - end < shownApart ? '␀'.repeat(at - end) : `␀[${at - end} NUL bytes]`)
  }
  return pieces.join('')
}
