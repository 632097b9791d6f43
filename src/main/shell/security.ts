import { app, type Session, type WebContents } from 'electron'
import { isAllowedRequest } from './allowed-request'
import { developmentPolicy } from './content-security-policy'
import type { Log } from './log'
import type { PageAddress } from './page-address'
import { parseUrl } from './parse-url'

/** Takes from a session what a page of ours never needs: network, permissions, downloads, devices, spelling lists. */
export function hardenSession(session: Session, page: PageAddress, log: Log): void {
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    const allowed = isAllowedRequest(url, page)
    if (!allowed) log.warn(`network: refused a request to ${protocolOf(url)}`)
    answer({ cancel: !allowed })
  })
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event) => event.preventDefault())
  session.setSpellCheckerEnabled(false)
  if (page.development) allowDevelopmentServer(session, new URL(page.start).origin)
}

function allowDevelopmentServer(session: Session, origin: string): void {
  session.webRequest.onHeadersReceived(({ responseHeaders }, answer) =>
    answer({ responseHeaders: { ...responseHeaders, 'Content-Security-Policy': [developmentPolicy(origin)] } })
  )
}

const protocolOf = (url: string) => parseUrl(url)?.protocol ?? 'an unreadable address'

/** Every page stays where it is: no navigation, no new window, no embedded page. */
export function hardenContents(log: Log, page: PageAddress): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    const refuse = (what: string) => (event: { preventDefault(): void }) => {
      event.preventDefault()
      log.warn(`page: refused ${what}`)
    }
    contents.on('will-navigate', (event, url) => {
      // A reload of our own pages arrives here too.
      if (url !== page.start && url !== page.quick) refuse('to navigate')(event)
    })
    contents.on('will-redirect', refuse('to be redirected'))
    contents.on('will-attach-webview', refuse('to embed a page'))
    contents.setWindowOpenHandler(() => {
      log.warn('page: refused to open a window')
      return { action: 'deny' }
    })
  })
}
