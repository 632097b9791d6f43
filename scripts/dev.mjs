// `npm run dev`: the app with hot reload of the page; the service and the command line are built anew on a change.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { projectEnvironment, runNode } from './run/child.mjs'
import { findElectron, pinnedNode, root } from './setup/places.mjs'
import { setupOrExit } from './setup.mjs'

await setupOrExit()
// The window wants a service from its first moment, and the watcher below takes longer than that.
if ((await runNode('scripts/build.mjs', ['--if-stale'])) !== 0) process.exit(1)
const env = projectEnvironment({ ELECTRON_EXEC_PATH: findElectron()?.path })
const service = ['build', '--watch', '--config', 'scripts/build/service.vite.config.ts']
const watcher = spawn(pinnedNode(), [join(root, 'node_modules/vite/bin/vite.js'), ...service], {
  cwd: root,
  env,
  stdio: 'inherit'
})
const flags = process.getuid?.() === 0 ? ['--noSandbox'] : []
process.exitCode = await runNode('node_modules/electron-vite/bin/electron-vite.js', ['dev', '--watch', ...flags], {
  env
})
watcher.kill()
