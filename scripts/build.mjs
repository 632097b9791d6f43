// Builds window, preload, page, service and command line into out/. `--if-stale` does nothing where out/ is current.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inputDigest, isStale, stampFile } from './build/stale.mjs'
import { withLock } from './setup/lock.mjs'
import { pinnedNode, root, runtimeFolder } from './setup/places.mjs'
import { lastLines, runQuietly } from './setup/run-quietly.mjs'

const steps = [
  ['window and page', 'electron-vite/bin/electron-vite.js', ['build', '--logLevel', 'warn']],
  ['service and command line', 'vite/bin/vite.js', ['build', '--config', 'scripts/build/service.vite.config.ts']]
]

async function build() {
  if (process.argv.includes('--if-stale') && !isStale()) return
  const digest = inputDigest()
  rmSync(stampFile, { force: true })
  // Their names hold a hash, so parts of earlier builds would stay for ever.
  rmSync(join(root, 'out', 'service', 'parts'), { recursive: true, force: true })
  for (const [what, script, args] of steps) {
    process.stderr.write(`build: ${what} …\n`)
    const command = [join(root, 'node_modules', script), ...args]
    const { code, output } = await runQuietly(pinnedNode(), command, { cwd: root })
    if (code === 0) continue
    process.stderr.write(`build: ${what} failed\n${lastLines(output, 60)}\n`)
    process.exitCode = 1
    return
  }
  writeFileSync(stampFile, digest)
}

await withLock(join(runtimeFolder, 'build.lock'), build)
