import { join } from 'node:path'
import { app, type BrowserWindow, session } from 'electron'
import { serveApp } from './app-protocol'
import type { Flags } from './flags'
import { listenToPage } from './ipc-main'
import { endOnBug, quitInOrder } from './lifecycle'
import { type Log, openLog } from './log'
import { setMenu } from './menu'
import { OperationRouter } from './operation-router'
import type { PageAddress } from './page-address'
import { sendEvent, sendProgress } from './page-events'
import { type RuntimeFacts, runtimeFacts } from './runtime'
import { hardenContents, hardenSession } from './security'
import { ServiceHost } from './service-host'
import type { ServiceProgram } from './service-link'
import { serviceProgram } from './service-program'
import { shellHandlers } from './shell-handlers'
import { startService } from './start-service'
import { applyTheme } from './theme'
import { openWindow, reveal } from './window'

export interface ApplicationOptions {
  readonly home: string
  readonly flags: Flags
  readonly page: PageAddress
}

/** Puts the parts together: log, service, page, window, menu, and the way to the end. */
export function startApplication({ home, flags, page }: ApplicationOptions): void {
  const log = openLog(home)
  const program = programFor(home, flags)
  const runtime = runtimeFacts(program.transport)
  logStart(log, runtime)
  endOnBug(log)

  let window: BrowserWindow | undefined
  const host = hostFor(program, log, () => window)
  const router = new OperationRouter({
    handlers: shellHandlers(runtime, () => window),
    log,
    askService: (call, onProgress) => host.request(call, onProgress)
  })
  const open = (hidden = false) => {
    const onClosed = () => {
      window = undefined
    }
    window = openWindow({
      home,
      appFolder: app.getAppPath(),
      page,
      hidden,
      onClosed,
      onLoad: () => router.forgetPage()
    })
  }

  listenToPage({
    page: () => window?.webContents,
    isOurAddress: page.isOurs,
    onRefused: (channel, reason) => log.error(`ipc: refused a message on ${channel}: ${reason}`),
    call: (name, input) => router.call(name, input),
    run: (job, name, input) => router.run(job, name, input, (progress) => sendProgress(window, job, progress)),
    cancel: (job) => router.cancel(job)
  })
  hardenContents(log, page)
  host.start()
  void app.whenReady().then(() => {
    if (!page.development) serveApp(session.defaultSession, join(app.getAppPath(), 'out', 'renderer'))
    hardenSession(session.defaultSession, page, log)
    setMenu((command) => sendEvent(window, 'shell.command', { command }), !app.isPackaged)
    open(flags.hidden)
    void router.call('settings.get', {}).then((answer) => answer.ok && applyTheme(answer.value))
  })
  app.on('second-instance', () => (window ? reveal(window) : open()))
  app.on('activate', () => (window ? reveal(window) : open()))
  quitInOrder(host)
}

function programFor(home: string, flags: Flags): ServiceProgram {
  return serviceProgram({
    appFolder: app.getAppPath(),
    home,
    packaged: app.isPackaged,
    args: flags.service,
    env: process.env,
    nodeApi: process.versions['napi']
  })
}

function hostFor(program: ServiceProgram, log: Log, window: () => BrowserWindow | undefined): ServiceHost {
  return new ServiceHost({
    start: () => startService(program),
    log,
    onEvent: (name, payload) => {
      if (name === 'settings.changed') applyTheme(payload)
      sendEvent(window(), name, payload)
    }
  })
}

function logStart(log: Log, runtime: RuntimeFacts): void {
  const kind = runtime.fallbackRuntime ? ' (fallback runtime, for development and tests only)' : ''
  log.info(`Reprise ${app.getVersion()} on Electron ${runtime.electron}${kind}, service as ${runtime.transport}`)
}
