import { join } from 'node:path'
import { BrowserWindow, screen } from 'electron'
import type { PageAddress } from './page-address'
import { background, pagePreferences } from './window'

const size = { width: 640, height: 420 }

export interface QuickWindowOptions {
  readonly appFolder: string
  readonly page: PageAddress
  /** Tells the page that it came up or was put away. */
  readonly onShown: (shown: boolean) => void
  /** It was asked for, and its page cannot be loaded. */
  readonly onMissing: () => void
}

/** A small window without a frame. It is made ahead and kept hidden, so that it is there at once. */
export class QuickWindow {
  private readonly options: QuickWindowOptions
  private made: BrowserWindow | undefined
  private ready: Promise<void> | undefined

  constructor(options: QuickWindowOptions) {
    this.options = options
  }

  get window(): BrowserWindow | undefined {
    return this.made
  }

  /** Loads the page and paints it once, hidden. */
  prepare(): Promise<void> {
    this.ready ??= this.make()
    return this.ready
  }

  async toggle(): Promise<void> {
    if (this.made?.isVisible()) this.hide()
    else await this.show()
  }

  async show(): Promise<void> {
    await this.prepare()
    const window = this.made
    if (window === undefined) return this.options.onMissing()
    const { workArea } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint())
    const x = Math.round(workArea.x + (workArea.width - size.width) / 2)
    // A little above the middle, where the eye is.
    const y = Math.round(workArea.y + Math.max(0, (workArea.height - size.height) / 3))
    window.setBounds({ x, y, ...size })
    window.show()
    window.focus()
    this.options.onShown(true)
  }

  hide(): void {
    if (!this.made?.isVisible()) return
    this.made.hide()
    this.options.onShown(false)
  }

  close(): void {
    this.made?.destroy()
  }

  private async make(): Promise<void> {
    const window = new BrowserWindow({
      title: 'Resume a session',
      ...size,
      show: false,
      frame: false,
      resizable: false,
      minimizable: false,
      maximizable: false,
      fullscreenable: false,
      skipTaskbar: true,
      alwaysOnTop: true,
      backgroundColor: background(),
      icon: join(this.options.appFolder, 'resources', 'icon.png'),
      webPreferences: pagePreferences(this.options.appFolder)
    })
    this.made = window
    window.on('blur', () => this.hide())
    window.on('closed', () => {
      this.made = undefined
      this.ready = undefined
    })
    const painted = new Promise<void>((resolve) => {
      window.once('ready-to-show', resolve)
      window.once('closed', resolve)
    })
    // A page that cannot be loaded, or whose process ends, is never painted: the window goes, and is made anew the next time.
    const give = () => window.isDestroyed() || window.destroy()
    window.webContents.once('render-process-gone', give)
    await window.loadURL(this.options.page.quick).catch(give)
    await painted
  }
}
