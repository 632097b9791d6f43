import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { app, type BrowserWindow, session } from 'electron'
import { serveApp } from './app-protocol'
import { Desktop } from './desktop'
import { type Flags, parseFlags } from './flags'
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
import type { Ask } from './tray-feed'
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
  const host = hostFor(program, log, (name, payload) => {
    if (name === 'settings.changed') follow(payload)
    sendEvent(window, name, payload)
    desktop.heard(name, payload)
  })
  const ask: Ask = (name, input) => host.request({ op: name, input, traceId: randomUUID() }).result as never
  const show = () => (window ? reveal(window) : open())
  const desktop = new Desktop({
    appFolder: app.getAppPath(),
    page,
    ask,
    reveal: show,
    send: (name, payload) => sendEvent(window, name, payload),
    sendQuick: (name, payload) => sendEvent(desktop.quick.window, name, payload)
  })
  const follow = (settings: unknown) => {
    applyTheme(settings)
    desktop.apply(settings)
  }
  const router = new OperationRouter({
    handlers: shellHandlers(runtime, () => window, desktop),
    log,
    askService: (call, onProgress) => host.request(call, onProgress)
  })
  const open = (hidden = false) => {
    const onClosed = () => {
      window = undefined
      // The quick-resume window is there all the time, so that the last window is never closed by itself.
      if (process.platform !== 'darwin') app.quit()
    }
    const staysInTray = () => {
      const stays = desktop.staysInTray()
      if (stays) desktop.wentToTray()
      return stays
    }
    window = openWindow({
      home,
      appFolder: app.getAppPath(),
      page,
      hidden,
      onClosed,
      staysInTray,
      onLoad: () => router.forgetPage()
    })
  }

  listenToPage({
    page: () => window?.webContents,
    quickPage: () => desktop.quick.window?.webContents,
    isForQuick: (name) => desktop.mayQuick(name),
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
    open(flags.hidden || startedAtLogin())
    desktop.start()
    if (flags.quick) void desktop.quick.show()
    void ask('settings.get', {}).then((answer) => answer.ok && follow(answer.value))
  })
  app.on('second-instance', (_event, argv) => (parseFlags(argv).quick ? void desktop.quick.toggle() : show()))
  app.on('activate', () => show())
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

function hostFor(program: ServiceProgram, log: Log, onEvent: (name: string, payload: unknown) => void): ServiceHost {
  return new ServiceHost({ start: () => startService(program), log, onEvent })
}

/** macOS gives no arguments to what it starts at login. */
const startedAtLogin = () => process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin

function logStart(log: Log, runtime: RuntimeFacts): void {
  const kind = runtime.fallbackRuntime ? ' (fallback runtime, for development and tests only)' : ''
  log.info(`Reprise ${app.getVersion()} on Electron ${runtime.electron}${kind}, service as ${runtime.transport}`)
}
