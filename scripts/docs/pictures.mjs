// `npm run pictures`: opens the real app on a sample home as `npm run demo` has and takes the pictures of README.md anew, light and dark.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { _electron } from 'playwright'
import { runNode } from '../run/child.mjs'
import { electronCommand } from '../run/electron-command.mjs'
import { startVirtualDisplay } from '../run/virtual-display.mjs'
import { root } from '../setup/places.mjs'

const built = await runNode('scripts/build.mjs', ['--if-stale'])
if (built !== 0) process.exit(built)
const folder = join(root, 'docs', 'images')
mkdirSync(folder, { recursive: true })
// The page shortens the paths of a home by where systems have homes.
const home = homeBelow('/home') ?? homeBelow(tmpdir())
const reprise = mkdtempSync(join(tmpdir(), 'reprise-pictures-'))
const { makeHomes } = await import('../samples/make-homes.ts')
makeHomes({ out: home, sessions: 18, now: Date.now(), damaged: true })
const screen = await startVirtualDisplay()
const command = electronCommand([], () => undefined)
const app = await _electron.launch({
  executablePath: command.path,
  args: command.args,
  chromiumSandbox: true,
  colorScheme: null,
  env: {
    ...process.env,
    DISPLAY: screen.display,
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    XDG_CACHE_HOME: join(home, '.cache'),
    REPRISE_HOME: reprise
  }
})
const page = await app.firstWindow()

/** @param {string} name */
async function take(name) {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((chosen) => globalThis.reprise.call('settings.set', { theme: chosen }), theme)
    await page.locator(`html[data-theme=${theme}]`).waitFor()
    // Colours fade from one theme to the other.
    await page.waitForTimeout(500)
    const path = join(folder, `${name}-${theme}.png`)
    await page.screenshot({ path })
    process.stdout.write(`${relative(process.cwd(), path)}\n`)
  }
}

/** @param {string} title */
async function open(title) {
  await page.getByRole('option').filter({ hasText: title }).first().click()
  await page.getByRole('feed').getByRole('article').first().waitFor()
}

await app.evaluate(({ BrowserWindow }) =>
  BrowserWindow.getAllWindows()
    .find((one) => one.getTitle() === 'Reprise')
    ?.setContentSize(1440, 900)
)
await page
  .getByRole('contentinfo')
  .getByText(/^Up to date/)
  .waitFor({ timeout: 60_000 })
await open('High water is shown an hour late')
await take('main')
await open('The shop is closed on 26 December')
await page.getByRole('tab', { name: /^Checkpoints/ }).click()
const rows = page.getByRole('listbox', { name: /^Checkpoints/ }).getByRole('option')
await rows.nth(1).click()
await take('checkpoints')
await page.getByRole('button', { name: 'Restore…' }).last().click()
await page.getByRole('button', { name: /^Restore \d+ items?$/ }).waitFor()
await take('plan')
await app.close()
screen.stop()
for (const made of [home, reprise]) rmSync(made, { recursive: true, force: true })

/** A new folder there; undefined where this person may make none. */
function homeBelow(folder) {
  try {
    return mkdtempSync(join(folder, 'sam-'))
  } catch {
    return undefined
  }
}
