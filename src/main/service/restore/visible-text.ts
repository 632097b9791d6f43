/** NUL bytes that stand together are shown as one sign with their number from this many on. */
const shownApart = 4
/** In UTF-16 units, more than is compared (diff/text/text-of-bytes.ts): what is taken out of a damaged file may be most of it. */
const mostShown = 20 * 1024 * 1024
/** Bytes that become text at a time: of these so many units at least, since none takes more than three bytes. */
const mostAtOnce = 3 * mostShown

/** Damaged bytes as text to be looked at: blocks of NUL bytes by their number, bytes that are no UTF-8 as replacement characters. What is too long to be compared ends early. */
export function visibleText(content: Uint8Array): string {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length)
  const pieces: string[] = []
  let shown = 0
  for (let at = 0; at < bytes.length && shown < mostShown; ) {
    const nul = bytes.indexOf(0, at)
    const end = Math.min(nul === -1 ? bytes.length : nul, at + mostAtOnce)
    const text = bytes.toString('utf8', at, end)
    at = end
    while (at < bytes.length && bytes[at] === 0) at += 1
    const nuls = at - end < shownApart ? '␀'.repeat(at - end) : `␀[${at - end} NUL bytes]`
    pieces.push(text, nuls)
    shown += text.length + nuls.length
  }
  return pieces.join('')
}
