import { parseUrl } from './parse-url'

/** Where the page comes from: our own scheme, or the development server. */
export interface PageAddress {
  readonly start: string
  /** The page of the quick-resume window. */
  readonly quick: string
  readonly development: boolean
  isOurs(url: string): boolean
}

export const scheme = 'app'
const host = 'reprise'

/** `developmentServer` counts only where the app is not packaged. */
export function pageAddress(developmentServer: string | undefined): PageAddress {
  const development = developmentServer !== undefined
  const start = developmentServer ?? `${scheme}://${host}/index.html`
  const quick = new URL('quick.html', start).href
  return { start, quick, development, isOurs: (url) => sameOrigin(url, start) }
}

/** `new URL(...).origin` is `null` for schemes of our own, so protocol and host are compared. */
function sameOrigin(url: string, other: string): boolean {
  const [a, b] = [parseUrl(url), parseUrl(other)]
  return a !== undefined && a.protocol === b?.protocol && a.host === b.host
}
