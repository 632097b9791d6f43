/** Longest address that a browser is handed. */
const longest = 2000

/** The address in its normal form when it may be opened in the person's browser: `https`, no user name, not endless. */
export function externalLink(url: string): string | undefined {
  if (url.length > longest || !URL.canParse(url)) return undefined
  const { protocol, username, password, href } = new URL(url)
  return protocol === 'https:' && !username && !password ? href : undefined
}
