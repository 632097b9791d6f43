// `npm run e2e [-- filter]`: the tests in the real app; on a virtual display where there is none, or where asked for.
import { projectEnvironment, runChild } from './run/child.mjs'
import { startVirtualDisplay } from './run/virtual-display.mjs'
import { hasDisplay } from './setup/display.mjs'
import { pinnedNode } from './setup/places.mjs'
import { setupOrExit } from './setup.mjs'

await setupOrExit()
const env = projectEnvironment()
const built = await runChild(pinnedNode(), ['scripts/build.mjs', '--if-stale'])
if (built !== 0) process.exit(built)
const screen = hasDisplay() && !process.env['CI'] ? undefined : await startVirtualDisplay()
const args = ['node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2)]
process.exitCode = await runChild(pinnedNode(), args, { env: screen ? { ...env, DISPLAY: screen.display } : env })
screen?.stop()
