#!/usr/bin/env node
import { keepCompiledCode } from '../service/code-cache'
import { homeOfProcess, ownFolderPath } from '../service/own-folder-path'

// The database module ends the process on an older Node before anything can be said: so this is asked first.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major > 22 || (major === 22 && minor >= 14)) {
  keepCompiledCode(ownFolderPath(process.env, process.platform, homeOfProcess()))
  const { main } = await import('./main')
  process.exitCode = await main(process.argv.slice(2))
} else {
  process.stderr.write(
    `reprise needs Node 22.14 or newer, and this is ${process.versions.node}. Run it as: npm run cli -- …\n`
  )
  process.exitCode = 1
}
