import { readFile } from 'node:fs/promises'
import { protocol, type Session } from 'electron'
import { headerPolicy } from './content-security-policy'
import { scheme } from './page-address'
import { pageFile } from './page-file'

/** Must run before the app is ready. Our own scheme, because `file:` pages may read any file. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true } }
  ])
}

async function answer(folder: string, url: string): Promise<Response> {
  try {
    const file = pageFile(folder, url)
    if (!file) return new Response(null, { status: 404 })
    const headers = {
      'content-type': file.type,
      'content-security-policy': headerPolicy,
      'x-content-type-options': 'nosniff'
    }
    return new Response(new Uint8Array(await readFile(file.path)), { headers })
  } catch {
    return new Response(null, { status: 404 })
  }
}

/** Serves the built page, and nothing beside it, with the security policy on every answer. */
export function serveApp(session: Session, folder: string): void {
  session.protocol.handle(scheme, (request) => answer(folder, request.url))
}
