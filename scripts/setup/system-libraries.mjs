import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { hasDisplay } from './display.mjs'
import { findElectron } from './places.mjs'
import { lastLines, runQuietly } from './run-quietly.mjs'
import { SetupProblem, say } from './say.mjs'

/** What Electron is linked against or loads later, by the names of Debian and Ubuntu. */
const libraries = [
  'libgtk-3-0',
  'libnss3',
  'libasound2',
  'libgbm1',
  'libxss1',
  'libxtst6',
  'libatspi2.0-0',
  'libdrm2',
  'libsecret-1-0',
  'libnotify4',
  'at-spi2-core'
]
/** What a machine without a display needs besides: a virtual one, and fonts for its screenshots, also for Chinese, Japanese and Korean. */
const virtualDisplay = [
  'xvfb',
  'xauth',
  'dbus',
  'dbus-x11',
  'fonts-dejavu-core',
  'fonts-droid-fallback',
  'fonts-inter',
  'fonts-jetbrains-mono'
]

/** The packages to install where libraries or the tools of a virtual display are missing. */
export function packagesFor({ missing, tools }) {
  return [...(missing.length > 0 ? libraries : []), ...(tools.length > 0 ? virtualDisplay : [])]
}

const onPath = (name) => (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))
const isRoot = () => process.getuid?.() === 0

/** The lines of `ldd` that name a library which is not there. */
export function missingLibraries(lddOutput) {
  return [...lddOutput.matchAll(/^\s*(\S+) => not found/gm)].map((match) => match[1])
}

/** Newer releases renamed some libraries when time became 64 bits wide. */
async function nameHere(name) {
  const { code, output } = await runQuietly('apt-cache', ['show', '--no-all-versions', `${name}t64`])
  return code === 0 && output.includes('Package:') ? `${name}t64` : name
}

async function whatIsMissing() {
  const electron = findElectron()
  const { output } = electron ? await runQuietly('ldd', [electron.path]) : { output: '' }
  const missing = missingLibraries(output)
  const tools = hasDisplay() ? [] : ['Xvfb', 'xauth', 'dbus-daemon'].filter((tool) => !onPath(tool))
  return { missing, tools }
}

/** Installs what Electron needs of the system, or says how to where that is not ours to do. */
export async function installSystemLibraries() {
  if (process.platform !== 'linux') return
  const { missing, tools } = await whatIsMissing()
  if (missing.length === 0 && tools.length === 0) return
  const what = `This system lacks what Electron needs: ${[...missing, ...tools].join(', ')}.`
  if (!onPath('apt-get')) throw new SetupProblem(`${what}\nInstall the packages of your system that contain these.`)
  const wanted = packagesFor({ missing, tools })
  if (!isRoot())
    throw new SetupProblem(
      what,
      `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${wanted.join(' ')}`
    )
  await aptInstall(wanted)
  const after = await whatIsMissing()
  if (after.missing.length > 0) throw new SetupProblem(`Still missing: ${after.missing.join(', ')}.`)
}

async function aptInstall(wanted) {
  say(`installing system packages: ${wanted.join(' ')} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await runQuietly('apt-get', ['update', '-q'], { env })
  const names = await Promise.all(wanted.map((name) => (name.startsWith('lib') ? nameHere(name) : name)))
  const args = ['install', '-y', '-q', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300', ...names]
  const { code, output } = await runQuietly('apt-get', args, { env })
  if (code !== 0)
    throw new SetupProblem(
      `The system packages could not be installed:\n${lastLines(output)}`,
      `apt-get update && apt-get install -y --no-install-recommends ${names.join(' ')}`
    )
}
