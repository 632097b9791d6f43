import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isNewEnough, returnBorrowedNode, runNpm } from './npm.mjs'
import { nodePackage, pinnedNode, root } from './places.mjs'
import { lastLines } from './run-quietly.mjs'
import { SetupProblem, say } from './say.mjs'

const stamp = join(root, 'node_modules', '.reprise-installed')

function wanted() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}`
}

/** Whether node_modules is what the lock file says. */
export function packagesAreThere() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted()
}

/** Installs exactly the locked packages. Their install scripts stay off (.npmrc): none of them is needed. */
export async function installPackages() {
  if (packagesAreThere()) return
  say('installing the packages of package-lock.json (about a minute) …')
  const { code, output } = await runNpm(['ci', '--loglevel=error'], root)
  if (code !== 0) throw new SetupProblem(`npm could not install the packages:\n${lastLines(output)}`, 'npm ci')
  writeFileSync(stamp, wanted())
}

/** Makes sure of the pinned Node; npm leaves an optional package out without a word when it could not get it. */
export async function installNode() {
  if (existsSync(pinnedNode())) return returnBorrowedNode()
  const package_ = nodePackage()
  const name = `${package_.name}@${package_.version}`
  say(`installing Node ${package_.version} …`)
  const { code, output } = await runNpm(['install', '--no-save', '--loglevel=error', name], root)
  if (code !== 0 || !existsSync(pinnedNode()))
    throw new SetupProblem(`npm could not install Node:\n${lastLines(output)}`, `npm install --no-save ${name}`)
}

/** Without a package for this platform the running Node does the work, if it is new enough. */
export function checkRunningNode(version = process.versions.node) {
  if (nodePackage() || isNewEnough(version)) return
  throw new SetupProblem(`There is no packaged Node for ${process.platform}-${process.arch}; install Node 24 or newer.`)
}
