// Without a display: opens the app on a virtual one and writes a picture of it, so that the result can be seen.
import { mkdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { _electron } from 'playwright'
import { root } from '../setup/places.mjs'
import { electronCommand } from './electron-command.mjs'
import { startVirtualDisplay } from './virtual-display.mjs'

/** The page says by itself when its first content is there; a picture of an empty frame helps nobody. */
const settled = () =>
  document.documentElement.dataset['ready'] === 'true' || document.querySelector('[role=option]') !== null

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what is looked for
const withoutColour = (text) => text.replace(/\u001b\[[0-9;]*m/g, '').replace(/^ +- \[pid=\d+\]\[err\] /gm, '')

process.stderr.write('start: there is no display here, so the app opens on a virtual one and a picture is taken\n')
const screen = await startVirtualDisplay()
const command = electronCommand(process.argv.slice(2))
const app = await _electron
  .launch({
    executablePath: command.path,
    args: command.args,
    chromiumSandbox: true,
    env: { ...process.env, DISPLAY: screen.display }
  })
  .catch((error) => {
    // The app has said why on its error output; Playwright repeats that among much of its own.
    const said = String(error.message).match(/Reprise cannot start[\s\S]*?\n(?=.*<ws)/)?.[0] ?? error.message
    process.stderr.write(`start: the app did not open\n${withoutColour(said)}\n`)
    screen.stop()
    process.exit(1)
  })
const page = await app.firstWindow()
await page.waitForFunction(settled, undefined, { timeout: 20_000 }).catch(() => undefined)
const path = join(root, 'out', 'start.png')
mkdirSync(join(root, 'out'), { recursive: true })
await page.screenshot({ path })
await app.close()
screen.stop()
process.stdout.write(`start: the app opened; its picture is ${relative(process.cwd(), path)}\n`)
