/** The first `limit` UTF-16 units of a text, never ending inside a surrogate pair, with a mark when something was cut. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text
  const cut = text.slice(0, limit - 1)
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}

/** The first line of a text that is not blank. */
export function firstLine(text: string): string {
  return /\S[^\n\r]*/.exec(text)?.[0].trimEnd() ?? ''
}
