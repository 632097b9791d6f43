// `npm run package`: an installable Reprise for this system in dist/. Needs the real Electron.
import { runNode } from './run/child.mjs'
import { findElectron } from './setup/places.mjs'
import { setupOrExit } from './setup.mjs'

await setupOrExit({ retry: true })
if (findElectron()?.fallback) {
  process.stderr.write(
    'package: refused. Only the fallback Electron is here: old, unpatched, and for development and tests only.\n' +
      'Run this where Electron can be fetched, then try again:\n\n    npm run setup -- --retry-electron\n'
  )
  process.exit(1)
}
const built = await runNode('scripts/build.mjs', ['--if-stale'])
if (built !== 0) process.exit(built)
const builder = ['--config', 'resources/builder.config.json', '--publish', 'never', ...process.argv.slice(2)]
process.exitCode = await runNode('node_modules/electron-builder/cli.js', builder)
