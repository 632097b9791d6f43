import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { electronCommand } from '../../scripts/run/electron-command.mjs'
import { pinnedNode } from '../../scripts/setup/places.mjs'

export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

export interface LaunchOptions {
  /** A folder whose content becomes the home folder. */
  readonly home?: string
  /** A home that is used as it is and kept, for a second start on what the first one left. */
  readonly existing?: string
  readonly env?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
  /** Another program to start instead of Electron, and its first arguments. */
  readonly command?: { readonly path: string; readonly args: readonly string[] }
}

export interface LaunchedApp {
  readonly app: ElectronApplication
  readonly page: Page
  /** The throw-away home folder. */
  readonly home: string
  /** Our own folder in it. */
  readonly own: string
  /** What the page wrote to its console as an error, and what it threw. */
  readonly problems: readonly string[]
  log(): string
  screenshot(name: string): Promise<void>
  /** Ends the app; `keep` leaves the home for a next start. */
  close(options?: { keep?: boolean }): Promise<void>
}

/** Nothing of the person's own environment reaches the app: agents' variables, and places of XDG, are left out. */
export function environmentFor(
  home: string,
  own: string,
  more: Readonly<Record<string, string>>
): Record<string, string> {
  const kept = ['PATH', 'DISPLAY', 'XAUTHORITY', 'LANG', 'TMPDIR', 'SystemRoot', 'WAYLAND_DISPLAY', 'XDG_RUNTIME_DIR']
  const env: Record<string, string> = {}
  for (const name of kept) if (process.env[name] !== undefined) env[name] = process.env[name]
  return {
    ...env,
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    XDG_CACHE_HOME: join(home, '.cache'),
    REPRISE_HOME: own,
    REPRISE_NODE: pinnedNode(),
    REPRISE_CHECK_OUTPUT: '1',
    // A tray of the person's own desktop would keep the app when its window is closed.
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
    ...more
  }
}

function makeHome({ home, existing }: LaunchOptions): string {
  if (existing) return existing
  const folder = mkdtempSync(join(tmpdir(), 'reprise-e2e-'))
  if (home) cpSync(home, folder, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
  return folder
}

/** Starts the real app on a home folder of its own. */
export async function launchApp(options: LaunchOptions = {}): Promise<LaunchedApp> {
  const home = makeHome(options)
  const own = join(home, '.reprise-test')
  const command = options.command ?? electronCommand([...(options.args ?? [])], () => undefined)
  const app = await _electron.launch({
    executablePath: command.path,
    args: [...command.args],
    env: environmentFor(home, own, options.env ?? {}),
    timeout: 30_000,
    // Playwright would switch the sandbox off by itself; only root has to, and our command says so.
    chromiumSandbox: true,
    // Playwright would show every page in its own light theme.
    colorScheme: null
  })
  const page = await app.firstWindow()
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  await page.waitForLoadState('domcontentloaded')
  return {
    app,
    page,
    home,
    own,
    problems,
    log: () => readFileSync(join(own, 'logs', 'reprise.log'), 'utf8'),
    async screenshot(name) {
      const folder = join(projectRoot, 'e2e-results')
      mkdirSync(folder, { recursive: true })
      await page.screenshot({ path: join(folder, `${name}.png`) })
    },
    async close({ keep = false } = {}) {
      await app.close()
      if (!keep) rmSync(home, { recursive: true, force: true, maxRetries: 20 })
    }
  }
}
