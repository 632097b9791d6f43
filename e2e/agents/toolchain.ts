import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** A program of an agent, built from its published package, or why it is not there. */
export type Built = { readonly program: string; readonly version: string } | { readonly missing: string }

export const crateVersion = '9.1.3'
export const tactVersion = '0.8.3'

/** What was built stays here, outside the checkout, for the next run. */
export const cache =
  process.env['REPRISE_AGENTS_CACHE'] ??
  join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'reprise-agents')

function output(command: string, args: readonly string[]): string | null {
  const ended = spawnSync(command, args, { encoding: 'utf8' })
  return ended.status === 0 ? ended.stdout.trim() : null
}

/** Builds in the cache; the compiler's own words go to the terminal, since it takes long. */
function cargo(folder: string, args: readonly string[]): boolean {
  const env = { ...process.env, CARGO_TARGET_DIR: join(cache, 'target'), CARGO_PROFILE_DEV_DEBUG: '0' }
  return spawnSync('cargo', args, { cwd: folder, env, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
}

/** The checker of ours against the published a3s crate. */
export function buildA3sChecker(): Built {
  if (output('cargo', ['--version']) === null) return { missing: 'cargo is not installed' }
  const folder = join(cache, 'a3s-checker')
  // Built on a copy: cargo writes a lock file beside the manifest.
  cpSync(join(import.meta.dirname, 'a3s-checker'), folder, { recursive: true })
  if (!cargo(folder, ['build'])) return { missing: 'the checker against the a3s crate did not build' }
  return { program: join(cache, 'target', 'debug', 'reprise-a3s-checker'), version: `a3s-code-core ${crateVersion}` }
}

/** tact needs Rust 1.97, or a nightly. */
function tactToolchain(): string | null {
  const minor = Number(/^rustc 1\.(\d+)\./.exec(output('rustc', ['--version']) ?? '')?.[1] ?? 0)
  if (minor >= 97) return ''
  return output('rustc', ['+nightly', '--version']) === null ? null : '+nightly'
}

/** The published program, with the versions that its own lock file names. */
export function buildTact(): Built {
  const program = process.env['REPRISE_TACT'] ?? join(cache, 'tact', 'bin', 'tact')
  if (!existsSync(program)) {
    const toolchain = tactToolchain()
    if (toolchain === null) return { missing: 'neither Rust 1.97 nor a nightly is installed' }
    const because = installTact(toolchain, join(cache, 'tact'))
    if (because !== null) return { missing: because }
  }
  const version = output(program, ['--version'])
  if (version === null) return { missing: `${program} does not start` }
  return { program, version: version.split('\n')[0] ?? '' }
}

function installTact(toolchain: string, root: string): string | null {
  mkdirSync(root, { recursive: true })
  const words = [toolchain, 'install', `tact@${tactVersion}`, '--locked', '--debug', '--root', root]
  const done = cargo(
    root,
    words.filter((word) => word !== '')
  )
  return done ? null : `tact ${tactVersion} did not build`
}

/** Tools of the system that hold a terminal program; util-linux has `script`. */
export function terminalTool(): string | null {
  return output('script', ['--version']) === null ? null : 'script'
}

/** A folder for a run's homes; it is kept when something failed, to be looked at. */
export function runFolder(): string {
  const runs = join(cache, 'runs')
  mkdirSync(runs, { recursive: true })
  const folder = join(runs, `run-${readdirSync(runs).length + 1}`)
  mkdirSync(folder)
  writeFileSync(join(runs, 'latest'), folder)
  return folder
}
