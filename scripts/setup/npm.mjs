import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { nodePackage, runtimeFolder } from './places.mjs'
import { runQuietly } from './run-quietly.mjs'
import { say } from './say.mjs'

const borrowed = join(runtimeFolder, 'first-node')

/** Whether a Node is new enough for every package, and for SQLite and zstd. */
export function isNewEnough(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 15)
}

/**
 * A Node to run npm on. npm leaves out optional packages that the Node it runs on is too old for, without a word, and
 * among them are parts of the build; so an old Node first borrows the pinned one, outside node_modules.
 */
async function nodeForNpm() {
  const package_ = nodePackage()
  if (isNewEnough() || !package_) return process.execPath
  const executable = process.platform === 'win32' ? 'node.exe' : 'node'
  const path = join(borrowed, 'node_modules', package_.name, 'bin', executable)
  if (existsSync(path)) return path
  say(`this is Node ${process.versions.node}; fetching Node ${package_.version} to install with …`)
  mkdirSync(borrowed, { recursive: true })
  writeFileSync(join(borrowed, 'package.json'), '{ "private": true }\n')
  const name = `${package_.name}@${package_.version}`
  const args = ['install', '--no-save', '--no-package-lock', '--ignore-scripts', '--loglevel=error', name]
  await runQuietly('npm', args, { cwd: borrowed })
  return existsSync(path) ? path : process.execPath
}

/** Runs npm on a Node that is new enough, with the npm that started us where there is one. */
export async function runNpm(args, cwd) {
  const node = await nodeForNpm()
  const env = { ...process.env, PATH: [dirname(node), process.env['PATH']].join(delimiter) }
  const npm = process.env['npm_execpath']
  if (npm?.endsWith('.js')) return runQuietly(node, [npm, ...args], { cwd, env })
  return runQuietly('npm', args, { cwd, env })
}

/** The borrowed Node has done its work once the pinned one is installed. */
export const returnBorrowedNode = () => rmSync(borrowed, { recursive: true, force: true })
