import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { canFallBack, installFallback } from './fallback-runtime.mjs'
import { findElectron, pinnedNode, root, runtimeFolder } from './places.mjs'
import { lastLines, runQuietly } from './run-quietly.mjs'
import { SetupProblem, say } from './say.mjs'

/** A fetch that brings nothing for this long is given up. A slow one that goes on is not. */
const silenceMs = 25_000

function bytesUnder(folder) {
  let sum = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    sum += entry.isDirectory() ? bytesUnder(path) : statSync(path).size
  }
  return sum
}

/** Aborts when the download folder has stopped growing. */
function watchGrowth(folder, abort) {
  let last = -1
  let since = Date.now()
  return setInterval(() => {
    let now = last
    try {
      now = bytesUnder(folder)
    } catch {
      // A file went away while it was counted; the next round counts again.
    }
    if (now !== last) since = Date.now()
    last = now
    if (Date.now() - since > silenceMs) abort.abort()
  }, 1000)
}

async function fetchElectron() {
  const temporary = join(runtimeFolder, `fetch-${process.pid}`)
  mkdirSync(temporary, { recursive: true })
  const abort = new AbortController()
  const timer = watchGrowth(temporary, abort)
  try {
    return await runQuietly(pinnedNode(), [join(root, 'node_modules', 'electron', 'install.js')], {
      cwd: root,
      env: { ...process.env, TMPDIR: temporary, TMP: temporary, TEMP: temporary },
      signal: abort.signal
    })
  } finally {
    clearInterval(timer)
    rmSync(temporary, { recursive: true, force: true })
  }
}

/** Makes sure that there is an Electron: the real one, or where it cannot be fetched the fallback runtime. */
export async function installElectron({ retry = false } = {}) {
  const found = findElectron()
  if (found && !(found.fallback && retry)) return
  say('fetching Electron …')
  const { code, output } = await fetchElectron()
  if (code === 0 && findElectron()?.fallback === false) return
  // The fallback runtime is there already: it stays, because an app may be running on it.
  if (found) return
  if (!canFallBack())
    throw new SetupProblem(`Electron could not be fetched:\n${lastLines(output, 4)}`, 'npx install-electron')
  say('Electron cannot be fetched here; taking the old, unpatched fallback runtime, for development and tests only')
  await installFallback()
}
