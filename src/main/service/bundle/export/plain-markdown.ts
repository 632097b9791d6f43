import { shownText } from './shown-text'

const fence = /^ {0,3}(`{3,}|~{3,})/

/**
 * Markdown of a reply without what a viewer would run or load: no HTML, no images from elsewhere, no addresses that are programs. Code stays as it
 * is. A block that is left open is closed, so that nothing runs on into what follows.
 */
export function plainMarkdown(text: string): string {
  const lines: string[] = []
  let open: string | null = null
  for (const line of shownText(text).split('\n')) {
    const sign: string | undefined = fence.exec(line)?.[1]
    if (open === null && sign !== undefined) open = sign
    else if (open !== null && sign?.startsWith(open) && line.trim() === sign) open = null
    else if (open === null) {
      lines.push(plainLine(line))
      continue
    }
    lines.push(line)
  }
  if (open !== null) lines.push(open)
  return lines.join('\n')
}

/** A line outside of blocks; spans of code in it stay. */
function plainLine(line: string): string {
  const parts = line.split(/(`+)/)
  let shown = ''
  for (let at = 0; at < parts.length; at += 2) {
    shown += withoutMarkup(parts[at] ?? '')
    const ticks = parts[at + 1]
    if (ticks === undefined) break
    const close = parts.indexOf(ticks, at + 3)
    // A run that nothing closes is text.
    if (close % 2 === 1) {
      shown += parts.slice(at + 1, close + 1).join('')
      at = close - 1
    } else shown += ticks
  }
  return shown
}

function withoutMarkup(text: string): string {
  return text
    .replace(/<(?=[A-Za-z/!?])/g, '\\<')
    .replace(/!\[/g, '\\![')
    .replace(
      /(\]\(\s*<?\s*|^\s*\[[^\]]{1,200}\]:\s*<?)(?!https?:|mailto:|#|\/|\.)[A-Za-z][A-Za-z0-9+.-]{0,30}:/g,
      '$1#'
    )
}
