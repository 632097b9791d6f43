import { join } from 'node:path'
import { Menu, type MenuItemConstructorOptions, type NativeImage, nativeImage, nativeTheme, Tray } from 'electron'
import { type TrayAction, type TrayItem, type TrayState, trayIconState, trayMenu } from './tray-menu'

export interface TrayIconOptions {
  readonly appFolder: string
  readonly act: (action: TrayAction) => void
  /** Files that were dropped on the icon; only macOS tells. */
  readonly dropped: (paths: readonly string[]) => void
}

/** Our icon in the tray, as long as it is there. */
export class TrayIcon {
  private readonly options: TrayIconOptions
  private readonly tray: Tray
  private shown = ''
  private picture = ''
  private state: TrayState | undefined
  private readonly repaint = () => this.state && this.paint(this.state)

  constructor(options: TrayIconOptions) {
    this.options = options
    this.tray = new Tray(pictureOf(options.appFolder, pictureName('normal')))
    this.tray.setToolTip('Reprise')
    // On macOS a click opens the menu by itself.
    if (process.platform !== 'darwin') this.tray.on('click', () => options.act({ do: 'window' }))
    if (process.platform === 'darwin') this.tray.on('drop-files', (_event, files) => options.dropped(files))
    nativeTheme.on('updated', this.repaint)
  }

  /** Shows a state. A menu that says the same as before is left alone: replacing it would close it under the pointer. */
  show(state: TrayState): void {
    this.state = state
    this.paint(state)
    const items = trayMenu(state)
    const text = JSON.stringify(items)
    if (text === this.shown) return
    this.shown = text
    this.tray.setContextMenu(Menu.buildFromTemplate(items.map((item) => this.nativeItem(item))))
  }

  remove(): void {
    nativeTheme.off('updated', this.repaint)
    this.tray.destroy()
  }

  private paint(state: TrayState): void {
    const name = pictureName(trayIconState(state))
    if (name === this.picture) return
    this.picture = name
    this.tray.setImage(pictureOf(this.options.appFolder, name))
  }

  private nativeItem(item: TrayItem): MenuItemConstructorOptions {
    if ('separator' in item) return { type: 'separator' }
    const { label, sublabel, keys, action, submenu } = item
    return {
      // A single `&` would underline the letter after it.
      label: label.replaceAll('&', '&&'),
      ...(sublabel !== undefined && { sublabel }),
      // Shown only: the shortcut itself is registered elsewhere.
      ...(keys !== undefined && { accelerator: keys, registerAccelerator: false }),
      ...(submenu && { submenu: submenu.map((one) => this.nativeItem(one)) }),
      enabled: action !== undefined || submenu !== undefined,
      ...(action && { click: () => this.options.act(action) })
    }
  }
}

/** macOS colours a template itself, Windows says whether its bar is dark, and panels of Linux say nothing. */
function pictureName(state: ReturnType<typeof trayIconState>): string {
  if (process.platform === 'darwin') return `${state}Template`
  if (process.platform !== 'win32') return `${state}Tile`
  return `${state}${isBarDark() ? 'Dark' : 'Light'}`
}

/** Electron before 30 only knows of the windows of apps. */
function isBarDark(): boolean {
  const { shouldUseDarkColorsForSystemIntegratedUI: bar } = nativeTheme as {
    shouldUseDarkColorsForSystemIntegratedUI?: boolean
  }
  return bar ?? nativeTheme.shouldUseDarkColors
}

/** Electron adds the pictures for finer screens, `@2x` and the like, and on macOS knows a template by its name. */
const pictureOf = (appFolder: string, name: string): NativeImage =>
  nativeImage.createFromPath(join(appFolder, 'resources', 'tray', `${name}.png`))
