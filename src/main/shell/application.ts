import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { app, session } from 'electron'
import { serveApp } from './app-protocol'
import { Desktop } from './desktop'
import { type Flags, parseFlags } from './flags'
import { listenToPage } from './ipc-main'
import { endOnBug, quitInOrder } from './lifecycle'
import { type Log, openLog } from './log'
import { MainWindow } from './main-window'
import { setMenu } from './menu'
import { fileArguments } from './opened-files'
import { OperationRouter } from './operation-router'
import type { PageAddress } from './page-address'
import { sendEvent, sendProgress } from './page-events'
import { type RuntimeFacts, runtimeFacts } from './runtime'
import { SavePlaces } from './save-places'
import { hardenContents, hardenSession } from './security'
import { ServiceHost } from './service-host'
import type { ServiceProgram } from './service-link'
import { serviceProgram } from './service-program'
import { shellHandlers } from './shell-handlers'
import { startService } from './start-service'
import { applyTheme } from './theme'
import type { Ask } from './tray-feed'

export interface ApplicationOptions {
  readonly home: string
  readonly flags: Flags
  readonly page: PageAddress
}

/** Puts the parts together: log, service, pages, windows, tray, menu, and the way to the end. */
export function startApplication({ home, flags, page }: ApplicationOptions): void {
  const log = openLog(home)
  const program = programFor(home, flags)
  const runtime = runtimeFacts(program.transport)
  logStart(log, runtime)
  endOnBug(log)

  const host = new ServiceHost({
    start: () => startService(program),
    log,
    onEvent: (name, payload) => {
      if (name === 'settings.changed') follow(desktop, payload)
      main.send(name, payload)
      desktop.heard(name, payload)
    }
  })
  const ask: Ask = (name, input) => host.request({ op: name, input, traceId: randomUUID() }).result as never
  const main = new MainWindow({
    home,
    page,
    staysInTray: () => desktop.staysInTray(),
    onLoad: () => router.forgetPage()
  })
  const desktop = new Desktop({
    appFolder: app.getAppPath(),
    page,
    ask,
    reveal: () => main.show(),
    send: (name, payload) => main.send(name, payload),
    sendQuick: (name, payload) => sendEvent(desktop.quick.window, name, payload)
  })
  const places = new SavePlaces()
  const router = new OperationRouter({
    handlers: shellHandlers(runtime, () => main.window, desktop, places),
    refusal: (name, input) => places.refusal(name, input),
    log,
    askService: (call, onProgress) => host.request(call, onProgress)
  })
  listen({ page, log, main, desktop, router })
  hardenContents(log, page)
  host.start()
  void app.whenReady().then(() => {
    if (!page.development) serveApp(session.defaultSession, join(app.getAppPath(), 'out', 'renderer'))
    hardenSession(session.defaultSession, page, log)
    setMenu((command) => main.send('shell.command', { command }), !app.isPackaged)
    main.open(flags.hidden || startedAtLogin())
    desktop.start()
    if (flags.quick) void desktop.quick.show()
    void ask('settings.get', {}).then((answer) => answer.ok && follow(desktop, answer.value))
  })
  desktop.opened.put(fileArguments(process.argv, process.cwd(), app.getAppPath()))
  app.on('second-instance', (_event, argv, cwd) => {
    const files = fileArguments(argv, cwd, app.getAppPath())
    if (files.length > 0) desktop.openFiles(files)
    else if (parseFlags(argv).quick) void desktop.quick.toggle()
    else main.show()
  })
  // macOS: a file that is opened with Reprise, or dropped on its icon in the dock.
  app.on('open-file', (event, path) => {
    event.preventDefault()
    void app.whenReady().then(() => desktop.openFiles([path]))
  })
  app.on('activate', () => main.show())
  quitInOrder(host)
}

interface Listening {
  readonly page: PageAddress
  readonly log: Log
  readonly main: MainWindow
  readonly desktop: Desktop
  readonly router: OperationRouter
}

/** Answers what the pages ask for. */
function listen({ page, log, main, desktop, router }: Listening): void {
  listenToPage({
    page: () => main.window?.webContents,
    quickPage: () => desktop.quick.window?.webContents,
    isForQuick: (name) => desktop.mayQuick(name),
    isOurAddress: page.isOurs,
    onRefused: (channel, reason) => log.error(`ipc: refused a message on ${channel}: ${reason}`),
    call: (name, input) => router.call(name, input),
    run: (job, name, input) => router.run(job, name, input, (progress) => sendProgress(main.window, job, progress)),
    cancel: (job) => router.cancel(job)
  })
}

/** Does what the settings say. */
function follow(desktop: Desktop, settings: unknown): void {
  applyTheme(settings)
  desktop.apply(settings)
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

/** macOS gives no arguments to what it starts at login. */
const startedAtLogin = () => process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin

function logStart(log: Log, runtime: RuntimeFacts): void {
  const kind = runtime.fallbackRuntime ? ' (fallback runtime, for development and tests only)' : ''
  log.info(`Reprise ${app.getVersion()} on Electron ${runtime.electron}${kind}, service as ${runtime.transport}`)
}
