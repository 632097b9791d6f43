/** As many lines as a clipboard of files has at most. */
const mostLines = 500

/** The paths that a pasted text is made of, one on each line, with or without quotes; none where a line is anything else. */
export function pathsInText(text: string): readonly string[] {
  const lines = text.trim().split(/\r?\n/)
  if (lines.length > mostLines) return []
  const paths = lines.map(pathInLine)
  return paths.every((path) => path !== null) ? paths : []
}

function pathInLine(text: string): string | null {
  const line = text.trim().replace(/^(["'])(.*)\1$/, '$2')
  if (line === '' || line.length > 4000) return null
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
