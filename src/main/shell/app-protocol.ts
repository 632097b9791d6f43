import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { protocol, type Session } from 'electron'
import { headerPolicy } from './content-security-policy'
import { scheme } from './page-address'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2'
}

/** Must run before the app is ready. Our own scheme, because `file:` pages may read any file. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true } }
  ])
}

/** The file below `folder` that an address names, or undefined for one that is not there to be served. */
export function fileFor(folder: string, url: string): string | undefined {
  const path = join(folder, normalize(decodeURIComponent(new URL(url).pathname)))
  return path.startsWith(folder + sep) && extname(path) in types ? path : undefined
}

async function answer(folder: string, url: string): Promise<Response> {
  try {
    const path = fileFor(folder, url)
    if (!path) return new Response(null, { status: 404 })
    const headers = {
      'content-type': types[extname(path)] ?? 'application/octet-stream',
      'content-security-policy': headerPolicy,
      'x-content-type-options': 'nosniff'
    }
    return new Response(new Uint8Array(await readFile(path)), { headers })
  } catch {
    return new Response(null, { status: 404 })
  }
}

/** Serves the built page, and nothing beside it, with the security policy on every answer. */
export function serveApp(session: Session, folder: string): void {
  session.protocol.handle(scheme, (request) => answer(normalize(folder), request.url))
}
