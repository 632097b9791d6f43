import type { TerminalJob, TerminalKind } from './terminal-kind'

const unix: readonly NodeJS.Platform[] = ['linux', 'freebsd', 'openbsd']
const everyUnix: readonly NodeJS.Platform[] = [...unix, 'darwin']

/** `-e` and then the program with its arguments: what xterm began, and most terminals understand. */
export const afterDashE = (program: string, { argv }: TerminalJob): readonly string[] => [program, '-e', ...argv]

/** Terminals of Unix desktops, in the order in which one is taken when the desktop names none. */
export const unixKinds: readonly TerminalKind[] = [
  {
    id: 'gnome-terminal',
    name: 'GNOME Terminal',
    programs: ['gnome-terminal'],
    platforms: unix,
    argv: (program, { argv, cwd }) => [program, `--working-directory=${cwd}`, '--', ...argv]
  },
  {
    id: 'gnome-console',
    name: 'GNOME Console',
    programs: ['kgx', 'gnome-console'],
    platforms: unix,
    argv: (program, { argv, cwd }) => [program, `--working-directory=${cwd}`, '--', ...argv]
  },
  {
    id: 'konsole',
    name: 'Konsole',
    programs: ['konsole'],
    platforms: unix,
    argv: (program, { argv, cwd }) => [program, '--workdir', cwd, '-e', ...argv]
  },
  {
    id: 'kitty',
    name: 'kitty',
    programs: ['kitty'],
    platforms: everyUnix,
    argv: (program, { argv, cwd }) => [program, '--directory', cwd, ...argv]
  },
  {
    id: 'ghostty',
    name: 'Ghostty',
    programs: ['ghostty'],
    platforms: unix,
    argv: (program, { argv, cwd }) => [program, `--working-directory=${cwd}`, '-e', ...argv]
  },
  {
    id: 'alacritty',
    name: 'Alacritty',
    programs: ['alacritty'],
    platforms: everyUnix,
    argv: (program, { argv, cwd }) => [program, '--working-directory', cwd, '-e', ...argv]
  },
  {
    id: 'wezterm',
    name: 'WezTerm',
    programs: ['wezterm'],
    platforms: everyUnix,
    argv: (program, { argv, cwd }) => [program, 'start', '--cwd', cwd, '--', ...argv]
  },
  { id: 'xterm', name: 'xterm', programs: ['xterm'], platforms: everyUnix, argv: afterDashE }
]

/** The desktop's own ways to its terminal, in this order; `$TERMINAL` comes between them. */
export const desktopPrograms = [
  { program: 'xdg-terminal-exec', argv: (program: string, { argv }: TerminalJob) => [program, ...argv] },
  { program: '$TERMINAL', argv: afterDashE },
  { program: 'x-terminal-emulator', argv: afterDashE }
] as const
