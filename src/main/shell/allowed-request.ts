import type { PageAddress } from './page-address'
import { parseUrl } from './parse-url'

/** Addresses that never leave this machine. */
const local = ['app:', 'devtools:', 'data:', 'blob:']

/** Reprise has no network: what is neither ours nor the development server's is refused. */
export function isAllowedRequest(url: string, page: PageAddress): boolean {
  const protocol = parseUrl(url)?.protocol
  if (protocol !== undefined && local.includes(protocol)) return true
  return page.development && page.isOurs(url.replace(/^ws/, 'http'))
}
