// Sets everything up and opens the app: `npm start`, and `npm run demo` (--demo) on sample homes. Runs on any Node.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectEnvironment, runChild, runNode } from './run/child.mjs'
import { electronCommand } from './run/electron-command.mjs'
import { hasDisplay } from './setup/display.mjs'
import { root } from './setup/places.mjs'
import { setupOrExit } from './setup.mjs'

async function must(code) {
  const status = await code
  if (status !== 0) process.exit(status)
}

/** The environment of sample homes that `npm run demo` opens; nothing of the person's own is looked at. */
async function demoEnvironment() {
  const generator = join('scripts', 'demo.mjs')
  if (!existsSync(join(root, generator))) return {}
  const folder = join(root, 'out', 'demo')
  await must(runNode(generator, [folder]))
  const home = join(folder, 'home')
  return {
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    XDG_CACHE_HOME: join(home, '.cache'),
    REPRISE_HOME: join(folder, 'reprise')
  }
}

await setupOrExit()
await must(runNode('scripts/build.mjs', ['--if-stale']))
const given = process.argv.slice(2)
const env = projectEnvironment(given.includes('--demo') ? await demoEnvironment() : {})
const args = given.filter((argument) => argument !== '--demo')
if (hasDisplay()) {
  const command = electronCommand(args)
  process.exitCode = await runChild(command.path, command.args, { env })
} else process.exitCode = await runNode('scripts/run/picture.mjs', args, { env })
