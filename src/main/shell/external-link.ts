import { parseUrl } from './parse-url'

/** Longest address that a browser is handed. */
const longest = 2000

/** The address in its normal form when it may be opened in the person's browser: `https`, no user name, not endless. */
export function externalLink(url: string): string | undefined {
  const parsed = url.length > longest ? undefined : parseUrl(url)
  if (parsed?.protocol !== 'https:' || parsed.username || parsed.password) return undefined
  return parsed.href
}
