import { fail } from '@shared/ipc/errors'
import type { TerminalKind } from './terminal-kind'

/** The text is an argument of the script and no part of it, so nothing has to be quoted for AppleScript. */
function withText(lines: readonly string[], text: string | null): readonly string[] {
  if (text === null) {
    fail('refused', 'The command holds a sign that cannot be typed into a terminal.', {
      advice: 'Choose another terminal.'
    })
  }
  return ['/usr/bin/osascript', ...['on run argv', ...lines, 'end run'].flatMap((line) => ['-e', line]), text]
}

/** Terminals of macOS that come as bundles. The first two take a line and type it into the person's shell. */
export const macKinds: readonly TerminalKind[] = [
  {
    id: 'terminal-app',
    name: 'Terminal',
    programs: [],
    bundle: 'Terminal.app',
    platforms: ['darwin'],
    argv: (_program, { line }) =>
      withText(['tell application "Terminal"', 'activate', 'do script (item 1 of argv)', 'end tell'], line)
  },
  {
    id: 'iterm2',
    name: 'iTerm2',
    programs: [],
    bundle: 'iTerm.app',
    platforms: ['darwin'],
    argv: (_program, { line }) =>
      withText(
        [
          'tell application "iTerm"',
          'activate',
          'set newWindow to (create window with default profile)',
          'tell current session of newWindow to write text (item 1 of argv)',
          'end tell'
        ],
        line
      )
  },
  {
    id: 'ghostty',
    name: 'Ghostty',
    programs: [],
    bundle: 'Ghostty.app',
    platforms: ['darwin'],
    argv: (program, { argv, cwd }) => [
      '/usr/bin/open',
      '-na',
      program,
      '--args',
      `--working-directory=${cwd}`,
      '-e',
      ...argv
    ]
  }
]
