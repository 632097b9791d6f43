import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron } from '@playwright/test'
import { electronCommand } from '../run/electron-command.mjs'
import { startVirtualDisplay } from '../run/virtual-display.mjs'
import { hasDisplay } from '../setup/display.mjs'
import { pinnedNode } from '../setup/places.mjs'
import type { Corpus } from './corpora.ts'
import { listOnce, withOwnFolder } from './listing.ts'
import { median } from './measure.ts'
import { cleanEnvironment } from './service-client.ts'

export interface Painting {
  /** Time from the start of Electron until the first rows of the list are painted, in ms. */
  readonly list: number
  /** The same until a page with one line and no code is painted. */
  readonly empty: number
}

/** The least that an app of one window is: nothing but the window, shown as ours is when its page is ready. */
const emptyMain = `
const { app, BrowserWindow } = require('electron')
app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800, show: false, webPreferences: { sandbox: true } })
  window.once('ready-to-show', () => window.show())
  window.loadFile('index.html')
})
app.on('window-all-closed', () => app.quit())
`

function writeEmptyApp(folder: string): void {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'empty', version: '1.0.0', main: 'main.js' }))
  writeFileSync(join(folder, 'main.js'), emptyMain)
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Empty</title><p role="option">nothing</p>')
}

/** Starts an app and waits until the first row of a list was painted; in ms from the start. */
async function painted(command: { path: string; args: string[] }, env: Record<string, string>): Promise<number> {
  const started = performance.now()
  const app = await _electron.launch({
    executablePath: command.path,
    args: command.args,
    env,
    timeout: 60_000,
    // Playwright would switch the sandbox off by itself; only root has to, and our command says so.
    chromiumSandbox: true
  })
  try {
    const page = await app.firstWindow()
    await page.locator('[role="option"]').first().waitFor({ timeout: 60_000 })
    // The frame that holds the row is out when the next one begins.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    return performance.now() - started
  } finally {
    await app.close()
  }
}

async function withDisplay<T>(work: (display: string | undefined) => Promise<T>): Promise<T> {
  if (hasDisplay()) return work(process.env['DISPLAY'])
  const screen = await startVirtualDisplay()
  try {
    return await work(screen.display)
  } finally {
    screen.stop()
  }
}

/** The real app on sessions that it knows, and the same Electron with an empty page, turn by turn. */
export async function paintings({ home }: Corpus, runs: number): Promise<Painting> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-empty-'))
  writeEmptyApp(folder)
  try {
    return await withDisplay((display) =>
      withOwnFolder(async (own) => {
        await listOnce(home, own)
        const env = {
          ...cleanEnvironment({ home, own }),
          ...(display && { DISPLAY: display }),
          REPRISE_NODE: pinnedNode()
        }
        const ours = electronCommand([], () => undefined)
        const empty = {
          path: ours.path,
          args: [...ours.args.slice(0, -1), folder, `--user-data-dir=${join(folder, 'data')}`]
        }
        const times: { list: number[]; empty: number[] } = { list: [], empty: [] }
        // The first start of each fills the caches of the disk.
        for (let run = -1; run < runs; run += 1) {
          const [bare, list] = [await painted(empty, env), await painted(ours, env)]
          if (run < 0) continue
          times.empty.push(bare)
          times.list.push(list)
        }
        return { list: median(times.list), empty: median(times.empty) }
      })
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
