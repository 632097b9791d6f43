/** The path that a pasted text is, with or without quotes; null for any other text. */
export function pathInText(text: string): string | null {
  const line = text.trim().replace(/^(["'])(.*)\1$/, '$2')
  if (line === '' || line.length > 4000 || line.includes('\n')) return null
  const address = /^file:\/\/(?:localhost)?(\/.*)$/.exec(line)?.[1]
  if (address !== undefined) return decoded(address)
  return /^(?:\/[^/]|[A-Za-z]:[\\/]|\\\\[^\\])/.test(line) ? line : null
}

function decoded(address: string): string | null {
  try {
    return decodeURIComponent(address).replace(/^\/([A-Za-z]:)/, '$1')
  } catch {
    return null
  }
}
