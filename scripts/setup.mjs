// Makes everything ready that the app and its tests need. Runs on any Node from 18, needs no package, does only what is
// missing, and may run twice at once.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installElectron } from './setup/electron.mjs'
import { withLock } from './setup/lock.mjs'
import { checkRunningNode, installNode, installPackages } from './setup/packages.mjs'
import { findElectron, runtimeFolder } from './setup/places.mjs'
import { SetupProblem, say } from './setup/say.mjs'
import { installSystemLibraries } from './setup/system-libraries.mjs'

/** `electron: false` leaves out what only the window needs; `retry` fetches Electron again over a fallback runtime. */
export async function setup({ electron = true, retry = false } = {}) {
  await withLock(
    join(runtimeFolder, 'setup.lock'),
    async () => {
      await installPackages()
      checkRunningNode()
      await installNode()
      if (!electron) return
      await installElectron({ retry })
      await installSystemLibraries()
    },
    (holder) => say(`waiting for another set-up (process ${holder})`)
  )
}

/** Like `setup`, for commands: a problem is told in words and ends the process. */
export async function setupOrExit(options) {
  try {
    await setup(options)
  } catch (error) {
    if (!(error instanceof SetupProblem)) throw error
    process.stderr.write(`\n${error.message}\n`)
    process.exit(1)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await setupOrExit({ retry: process.argv.includes('--retry-electron') })
  say(`ready${findElectron()?.fallback ? ' (fallback Electron, for development and tests only)' : ''}`)
}
