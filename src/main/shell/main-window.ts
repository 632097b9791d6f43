import { app, type BrowserWindow } from 'electron'
import { sendEvent } from './page-events'
import { openWindow, reveal, type WindowOptions } from './window'

type MainWindowOptions = Omit<WindowOptions, 'hidden' | 'onClosed' | 'appFolder'>

/** The main window, of which there is at most one; it may be closed, or put away, while the app goes on. */
export class MainWindow {
  private readonly options: MainWindowOptions
  private opened: BrowserWindow | undefined

  constructor(options: MainWindowOptions) {
    this.options = options
  }

  get window(): BrowserWindow | undefined {
    return this.opened
  }

  open(hidden: boolean): void {
    const onClosed = () => {
      this.opened = undefined
      // The quick-resume window is there all the time, so that closing the last window is nothing that Electron would tell of.
      if (process.platform !== 'darwin') app.quit()
    }
    this.opened = openWindow({ ...this.options, appFolder: app.getAppPath(), hidden, onClosed })
  }

  /** Brings it to the front, and makes it where there is none. */
  show(): void {
    if (this.opened) reveal(this.opened)
    else this.open(false)
  }

  send(name: string, payload: unknown): void {
    sendEvent(this.opened, name, payload)
  }
}
