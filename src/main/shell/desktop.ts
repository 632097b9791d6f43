import type { DesktopState, Wanted } from '@shared/domain/desktop'
import { Settings } from '@shared/domain/settings'
import type { EventPayload, OperationName, ParsedInputOf } from '@shared/ipc/contract'
import { app, clipboard, dialog, Notification, shell } from 'electron'
import { readLoginItem, setLoginItem } from './login-item'
import { OpenedFiles, OpenedTogether } from './opened-files'
import { type OutsideActions, outsideActions } from './outside-actions'
import type { PageAddress } from './page-address'
import { QuickKeys } from './quick-keys'
import { QuickWindow } from './quick-window'
import { TrayIcon } from './tray'
import { type Ask, TrayFeed } from './tray-feed'
import { type TrayHost, watchTrayHost } from './tray-host'
import type { TrayAction } from './tray-menu'
import { WantedBox } from './wanted-box'

export interface DesktopOptions {
  readonly appFolder: string
  readonly page: PageAddress
  readonly ask: Ask
  /** Brings up the main window. */
  readonly reveal: () => void
  /** To the page of the main window. */
  readonly send: (name: string, payload: unknown) => void
  /** To the page of the quick-resume window. */
  readonly sendQuick: (name: string, payload: unknown) => void
}

/** How long after the start the quick-resume window is made ahead, in ms: the main window comes first. */
const quickAfter = 8000

/** What the quick-resume window may ask for. */
const quickMay: readonly OperationName[] = ['sessions.page', 'sessions.activity', 'settings.get', 'shell.quick']
/** What it is told of. */
const quickHears = ['catalog.changed', 'settings.changed', 'quick.shown']

/** Everything of Reprise that lives outside of its main window: tray, keys, quick-resume window, start at login. */
export class Desktop {
  readonly wanted = new WantedBox()
  readonly opened = new OpenedFiles()
  private readonly together = new OpenedTogether(() => {
    this.options.reveal()
    this.options.send('shell.asked', {})
  })
  readonly quick: QuickWindow
  private readonly options: DesktopOptions
  private readonly actions: OutsideActions
  private readonly feed: TrayFeed
  private readonly keys: QuickKeys
  private host: TrayHost | undefined
  private icon: TrayIcon | undefined
  private settings: Settings | undefined
  private login: DesktopState['login'] = { possible: false, on: false, problem: null }
  private quitting = false

  constructor(options: DesktopOptions) {
    this.options = options
    const { ask, appFolder, page } = options
    this.quick = new QuickWindow({
      appFolder,
      page,
      onShown: (shown) => options.sendQuick('quick.shown', { shown }),
      onMissing: () => options.reveal()
    })
    this.actions = outsideActions({
      ask,
      copy: (text) => clipboard.writeText(text),
      showFile: (path) => shell.showItemInFolder(path),
      platform: process.platform,
      show: (wanted) => this.show(wanted),
      tell: notify,
      failed: (what, { message, advice }) =>
        void dialog.showMessageBox({ type: 'warning', message: what, detail: [message, advice].join('\n') })
    })
    this.keys = new QuickKeys(() => void this.quick.toggle())
    this.feed = new TrayFeed({ ask, platform: process.platform, onChange: (state) => this.icon?.show(state) })
    app.on('before-quit', () => {
      this.quitting = true
    })
    app.on('will-quit', () => this.host?.close())
  }

  /** Called once, when Electron is ready. */
  start(): void {
    // Without it Windows shows no notifications.
    if (process.platform === 'win32') app.setAppUserModelId('dev.reprise.app')
    this.login = readLoginItem()
    this.host = watchTrayHost({ platform: process.platform, env: process.env }, (present) => this.follow(present))
    const prepare = () => this.keys.current.registered && !this.quitting && void this.quick.prepare()
    setTimeout(prepare, quickAfter).unref()
  }

  /** Whether the main window, which is being closed, only goes into the tray. */
  staysInTray(): boolean {
    // macOS keeps apps without windows by itself.
    if (this.quitting || process.platform === 'darwin') return false
    const stays = this.icon !== undefined && this.settings?.keepInTray === true
    if (stays) this.tellOfTray()
    return stays
  }

  get state(): DesktopState {
    return { tray: this.icon !== undefined, shortcut: this.keys.current, login: this.login }
  }

  mayQuick(name: unknown): boolean {
    return quickMay.some((one) => one === name)
  }

  /** An event of the service. */
  heard(name: string, payload: unknown): void {
    this.feed.heard(name, payload)
    if (name === 'resume.landed') this.actions.landed(payload as EventPayload<'resume.landed'>)
    if (quickHears.includes(name)) this.options.sendQuick(name, payload)
  }

  /** The person's settings, at first and after each change. */
  apply(next: unknown): void {
    const parsed = Settings.safeParse(next)
    if (!parsed.success) return
    const before = this.settings
    this.settings = parsed.data
    const { quickResumeKeys, startAtLogin, indexingPaused } = parsed.data
    const { keys, registered } = this.keys.set(quickResumeKeys)
    this.feed.set({ paused: indexingPaused, keys: registered ? keys : null })
    if (before !== undefined && before.startAtLogin !== startAtLogin) this.login = setLoginItem(startAtLogin)
    this.tellState()
  }

  /** `shell.quick` */
  fromQuick(input: ParsedInputOf<'shell.quick'>): void {
    this.quick.hide()
    if (input.do === 'resume') void this.actions.resume(input.session)
    else if (input.do === 'open') this.actions.open(input.session)
  }

  act(action: TrayAction): void {
    if ('session' in action) void this.actions[action.do](action.session)
    else if (action.do === 'quick') void this.quick.show()
    else if (action.do === 'quit') app.quit()
    else if (action.do === 'pause') void this.options.ask('settings.set', { indexingPaused: true })
    else if (action.do === 'goOn') void this.options.ask('settings.set', { indexingPaused: false })
    else {
      this.options.reveal()
      if (action.do === 'leaving') this.options.send('shell.command', { command: 'leaving' })
    }
  }

  private follow(present: boolean): void {
    if (present && !this.quitting) {
      this.icon ??= new TrayIcon({
        appFolder: this.options.appFolder,
        act: (action) => this.act(action),
        dropped: (paths) => this.openFiles(paths)
      })
      this.feed.start()
    } else {
      this.feed.stop()
      this.icon?.remove()
      this.icon = undefined
    }
    this.tellState()
  }

  /** Brings up the main window, which looks into these files; nothing is written until the person chooses. */
  openFiles(paths: readonly string[]): void {
    if (paths.length === 0) return
    this.opened.put(paths)
    this.together.heard()
  }

  private show(wanted: Wanted): void {
    this.wanted.put(wanted)
    this.options.reveal()
    this.options.send('shell.asked', {})
  }

  /** Said once, since nothing else shows that Reprise goes on. */
  private tellOfTray(): void {
    if (this.settings?.toldOfTray !== false) return
    const body = 'Quit from the menu of its icon, or have closing quit: Settings, Keep in the tray.'
    notify('Reprise goes on in the tray', body, this.options.reveal)
    void this.options.ask('settings.set', { toldOfTray: true })
  }

  private tellState(): void {
    this.options.send('desktop.changed', this.state)
  }
}

/** Held as long as they are there: one that is collected as garbage cannot be pressed. */
const notifications = new Set<Notification>()

function notify(title: string, body: string, onPress: () => void): void {
  const notification = new Notification({ title, body })
  notifications.add(notification)
  notification.on('click', onPress)
  notification.on('close', () => notifications.delete(notification))
  notification.show()
}
