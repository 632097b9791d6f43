import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { pinnedNode } from '../../../scripts/setup/places.mjs'
import { type Built, cache } from '../toolchain.ts'
import type { Kind } from './kind.ts'

/** Folders that a program needs on its PATH: its own, and that of a Node that is new enough for it. */
export const pathWith = (program: string): string =>
  [dirname(program), dirname(pinnedNode()), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter)

/** Installs the program from the package registry, once; the words of npm are the reason when that does not work. */
export function installed(kind: Kind): Built {
  const folder = join(cache, 'npm', `${kind.agent}-${kind.version}`)
  const program = join(folder, 'node_modules', '.bin', kind.command)
  if (!existsSync(program)) {
    const because = install(kind, folder)
    if (because !== null) return { missing: because }
  }
  const env = { PATH: pathWith(program), HOME: folder }
  const { stdout, status } = spawnSync(program, ['--version'], { encoding: 'utf8', env })
  if (status !== 0 || !stdout.includes(kind.version))
    return { missing: `${kind.package} ${kind.version} is installed and does not start` }
  return { program, version: `${kind.command} ${kind.version}` }
}

/** Into a folder beside, so that a broken attempt is not taken for the program. */
function install(kind: Kind, folder: string): string | null {
  const work = `${folder}.new`
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  writeFileSync(join(work, 'package.json'), '{ "private": true }\n')
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  const steps = [['install', '--save-exact', '--ignore-scripts', ...quiet, `${kind.package}@${kind.version}`]]
  if (kind.rebuilds) steps.push(['rebuild', '--ignore-scripts=false', ...quiet, kind.package])
  for (const words of steps) {
    const { status, stderr, error } = spawnSync('npm', words, { cwd: work, encoding: 'utf8' })
    const said = error?.message ?? stderr.trim().split('\n').slice(0, 3).join(' ')
    if (status === 0) continue
    rmSync(work, { recursive: true, force: true })
    return `npm could not install ${kind.package} ${kind.version}: ${said}`
  }
  renameSync(work, folder)
  return null
}
