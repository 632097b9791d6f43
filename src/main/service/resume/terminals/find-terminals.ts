import { existsSync } from 'node:fs'
import { basename, isAbsolute, join } from 'node:path'
import { findProgram, isProgram } from '../program/find-program'
import type { Surroundings } from '../program/login-path'
import { macKinds } from './kinds-mac'
import { afterDashE, desktopPrograms, unixKinds } from './kinds-posix'
import { windowsKinds } from './kinds-windows'
import type { TerminalKind } from './terminal-kind'

/** A terminal of this machine. */
export interface FoundTerminal {
  readonly kind: TerminalKind
  /** Path of its program or its bundle. */
  readonly program: string
}

/** The terminals that are there, the one to take when nothing else is asked for first. Looks along the folders of PATH; runs nothing. */
export function findTerminals(around: Surroundings, folders: readonly string[]): readonly FoundTerminal[] {
  const found = kindsOf(around).flatMap((kind) => locate(kind, around, folders))
  const desktop = around.platform === 'darwin' || around.platform === 'win32' ? null : desktopDefault(around, folders)
  const others = preferred(found, around.env.XDG_CURRENT_DESKTOP ?? '')
  return desktop === null ? others : [desktop, ...others]
}

function kindsOf({ platform }: Surroundings): readonly TerminalKind[] {
  const all = platform === 'win32' ? windowsKinds : platform === 'darwin' ? [...macKinds, ...unixKinds] : unixKinds
  return all.filter(({ platforms }) => platforms.includes(platform))
}

function locate(
  kind: TerminalKind,
  { home, platform, env }: Surroundings,
  folders: readonly string[]
): FoundTerminal[] {
  const bundles = [
    '/Applications',
    '/System/Applications',
    '/System/Applications/Utilities',
    join(home, 'Applications')
  ]
  const bundle =
    kind.bundle && bundles.map((folder) => join(folder, kind.bundle ?? '')).find((path) => existsSync(path))
  const paths = kind.programs.flatMap((name) => findProgram(name, folders, platform, env.PATHEXT) ?? [])
  const [program] = bundle ? [bundle] : paths
  return program === undefined ? [] : [{ kind, program }]
}

/** What the desktop itself takes for its terminal: by the specification, by the person's variable, by the alternatives of Debian. */
function desktopDefault({ env, platform }: Surroundings, folders: readonly string[]): FoundTerminal | null {
  for (const { program: name, argv } of desktopPrograms) {
    const asked = name === '$TERMINAL' ? env.TERMINAL : name
    if (!asked) continue
    const program = isAbsolute(asked)
      ? isProgram(asked, platform)
        ? asked
        : null
      : findProgram(asked, folders, platform)
    if (program === null) continue
    const known = unixKinds.find(({ programs }) => programs.includes(basename(program)))
    const kind: TerminalKind = {
      id: 'desktop',
      name: `Desktop default (${basename(program)})`,
      programs: [],
      platforms: [platform],
      argv: name === '$TERMINAL' ? (known?.argv ?? afterDashE) : argv
    }
    return { kind, program }
  }
  return null
}

/** The terminal that belongs to the desktop comes first. */
function preferred(found: readonly FoundTerminal[], desktop: string): readonly FoundTerminal[] {
  const own = /KDE/i.test(desktop)
    ? ['konsole']
    : /GNOME|Unity|Cinnamon/i.test(desktop)
      ? ['gnome-console', 'gnome-terminal']
      : []
  const rank = ({ kind }: FoundTerminal) => (own.includes(kind.id) ? 0 : 1)
  return [...found].sort((a, b) => rank(a) - rank(b))
}
