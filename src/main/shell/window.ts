import { join } from 'node:path'
import { BrowserWindow, nativeTheme, screen, type WebPreferences } from 'electron'
import type { PageAddress } from './page-address'
import { type Bounds, reachable, readBounds, writeBounds } from './window-bounds'

export interface WindowOptions {
  readonly home: string
  readonly appFolder: string
  readonly page: PageAddress
  readonly hidden: boolean
  readonly onClosed: () => void
  /** Whether closing only puts the window away. */
  readonly staysInTray: () => boolean
  /** The page begins anew, at first and at each reload. */
  readonly onLoad: () => void
}

/** The page's own background, so that nothing flashes before the first paint. */
export const background = () => (nativeTheme.shouldUseDarkColors ? '#1a1c20' : '#ffffff')

/** What every page of ours may: no Node, no other page, nothing but the bridge. */
export function pagePreferences(appFolder: string): WebPreferences {
  return {
    preload: join(appFolder, 'out', 'preload', 'preload.cjs'),
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webviewTag: false,
    spellcheck: false,
    navigateOnDragDrop: false
  }
}

function create(options: WindowOptions, last: Bounds | undefined): BrowserWindow {
  const window = new BrowserWindow({
    title: 'Reprise',
    width: 1440,
    height: 900,
    ...(last ? { x: last.x, y: last.y, width: last.width, height: last.height } : {}),
    minWidth: 900,
    minHeight: 600,
    show: false,
    backgroundColor: background(),
    autoHideMenuBar: true,
    // The page draws the title bar; macOS keeps its own three buttons.
    ...(process.platform === 'darwin' ? { titleBarStyle: 'hidden' as const } : { frame: false }),
    icon: join(options.appFolder, 'resources', 'icon.png'),
    webPreferences: pagePreferences(options.appFolder)
  })
  if (last?.maximized && !options.hidden) window.maximize()
  return window
}

/** Opens the window, hidden until its first paint is ready. */
export function openWindow(options: WindowOptions): BrowserWindow {
  const areas = screen.getAllDisplays().map((display) => display.workArea)
  const last = reachable(readBounds(options.home), areas)
  const window = create(options, last)
  // Electron shows a window that it maximizes, so a hidden one is when it comes up.
  let waits = options.hidden && last?.maximized === true
  window.once('show', () => {
    if (waits) window.maximize()
    waits = false
  })
  window.once('ready-to-show', () => {
    if (!options.hidden) window.show()
  })
  window.on('close', (event) => {
    writeBounds(options.home, { ...window.getNormalBounds(), maximized: waits || window.isMaximized() })
    if (!options.staysInTray()) return
    event.preventDefault()
    window.hide()
  })
  const repaint = () => window.setBackgroundColor(background())
  nativeTheme.on('updated', repaint)
  window.on('closed', () => {
    nativeTheme.off('updated', repaint)
    options.onClosed()
  })
  window.webContents.on('did-start-navigation', (_event, _url, isSameDocument, isMainFrame) => {
    if (isMainFrame && !isSameDocument) options.onLoad()
  })
  void window.loadURL(options.page.start)
  return window
}

/** Brings a window to the front, however it was put away. */
export function reveal(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
