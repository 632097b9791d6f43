import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ResumeCommand } from '@shared/domain/resume'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakePrograms } from '../testing/fake-programs'
import { findTerminals } from './find-terminals'
import { macKinds } from './kinds-mac'
import { unixKinds } from './kinds-posix'
import { windowsKinds } from './kinds-windows'
import { startTerminal, terminalJob } from './start-terminal'
import type { TerminalJob } from './terminal-kind'

const job: TerminalJob = { argv: ['/bin/x', '--id', "a 'b' $c"], cwd: '/my work', line: "cd '/my work' && x" }
const rest = ['/bin/x', '--id', "a 'b' $c"]

describe('argv of terminals', () => {
  it.each([
    ['gnome-terminal', ['P', '--working-directory=/my work', '--', ...rest]],
    ['gnome-console', ['P', '--working-directory=/my work', '--', ...rest]],
    ['konsole', ['P', '--workdir', '/my work', '-e', ...rest]],
    ['kitty', ['P', '--directory', '/my work', ...rest]],
    ['ghostty', ['P', '--working-directory=/my work', '-e', ...rest]],
    ['alacritty', ['P', '--working-directory', '/my work', '-e', ...rest]],
    ['wezterm', ['P', 'start', '--cwd', '/my work', '--', ...rest]],
    ['xterm', ['P', '-e', ...rest]]
  ])('B11 %s gets the program and each argument as a word of its own', (id, argv) => {
    expect(unixKinds.find((kind) => kind.id === id)?.argv('P', job)).toEqual(argv)
  })

  it('B11 Terminal and iTerm2 get the line as an argument of the script, never as a part of it', () => {
    for (const id of ['terminal-app', 'iterm2']) {
      const argv = macKinds.find((kind) => kind.id === id)?.argv('P', job) ?? []
      expect(argv.at(0)).toBe('/usr/bin/osascript')
      expect(argv.at(-1)).toBe(job.line)
      expect(argv.slice(0, -1).join(' ')).toContain('(item 1 of argv)')
      expect(argv.slice(0, -1).join(' ')).not.toContain('my work')
    }
    const unwritten = () => macKinds.map((kind) => kind.argv('P', { ...job, line: null }))
    expect(unwritten).toThrow('cannot be typed')
    expect(macKinds.find(({ id }) => id === 'ghostty')?.argv('/Applications/Ghostty.app', job)).toEqual([
      '/usr/bin/open',
      '-na',
      '/Applications/Ghostty.app',
      '--args',
      '--working-directory=/my work',
      '-e',
      ...rest
    ])
  })

  it('B11 Windows Terminal and cmd get quoted words, and refuse what no quote protects', () => {
    const there = { argv: ['C:\\Program Files\\pi.cmd', '--id', 'a;b & c'], cwd: 'D:\\my work', line: '' }
    const [terminal, prompt] = ['windows-terminal', 'cmd'].map((id) => windowsKinds.find((kind) => kind.id === id))
    expect(terminal?.argv('wt', there).join(' ')).toBe(
      'wt -d "D:\\my work" cmd.exe /d /k call "C:\\Program Files\\pi.cmd" --id "a\\;b & c"'
    )
    expect(prompt?.argv('cmd', there).join(' ')).toBe(
      'cmd /d /c start "" /d "D:\\my work" cmd.exe /d /k call "C:\\Program Files\\pi.cmd" --id "a;b & c"'
    )
    for (const odd of ['100%PATH%', 'a"b', 'a\nb', 'a^b']) {
      expect(() => prompt?.argv('cmd', { ...there, argv: ['x', odd] })).toThrow(/cannot be handed to a terminal/)
    }
  })
})

describe('terminalJob', () => {
  const command: ResumeCommand = { program: '/bin/x', argv: ['--id', 'a'], cwd: '/w', env: { A: 'b c' }, unset: ['D'] }

  it('keeps the window open with the person’s shell, and hands everything over as words', () => {
    expect(terminalJob(command, '/home/m', 'linux', '/usr/bin/fish')).toEqual({
      argv: [
        '/bin/sh',
        '-c',
        expect.any(String),
        '/usr/bin/fish',
        '/w',
        '/usr/bin/env',
        '-u',
        'D',
        'A=b c',
        '/bin/x',
        '--id',
        'a'
      ],
      cwd: '/w',
      line: "cd /w; and env -u D A='b c' /bin/x --id a"
    })
    expect(terminalJob({ ...command, cwd: null, env: {}, unset: [] }, '/home/m', 'darwin', undefined)).toMatchObject({
      argv: ['/bin/sh', '-c', expect.any(String), '/bin/sh', '/home/m', '/bin/x', '--id', 'a'],
      cwd: '/home/m',
      line: 'cd /home/m && /bin/x --id a'
    })
  })
})

describe.skipIf(process.platform === 'win32')('terminals of a machine', () => {
  let home: string
  let programs: FakePrograms
  beforeEach(() => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'reprise-terminals-')))
    programs = new FakePrograms(home)
  })
  afterEach(() => rmSync(home, { recursive: true, force: true }))

  const found = (env: Readonly<Record<string, string>> = {}, platform: NodeJS.Platform = 'linux') =>
    findTerminals({ env, home, platform }, [programs.folder]).map(({ kind }) => kind.id)

  it('are those of PATH that may be run; a file without the right to is none', () => {
    expect(found()).toEqual([])
    for (const name of ['xterm', 'kitty', 'konsole', 'kgx']) programs.terminal(name, '-e')
    writeFileSync(join(programs.folder, 'alacritty'), 'no program')
    mkdirSync(join(programs.folder, 'wezterm'))
    expect(found()).toEqual(['gnome-console', 'konsole', 'kitty', 'xterm'])
    expect(found({ XDG_CURRENT_DESKTOP: 'KDE' })[0]).toBe('konsole')
    expect(found({ XDG_CURRENT_DESKTOP: 'ubuntu:GNOME' })[0]).toBe('gnome-console')
    expect(found({}, 'darwin')).toEqual(['kitty', 'xterm'])
  })

  it('begin with what the desktop takes: its own program, the person’s variable, the alternative of Debian', () => {
    programs.terminal('kitty', '-e')
    programs.terminal('x-terminal-emulator', '-e')
    const first = (env: Readonly<Record<string, string>>) => {
      const [one] = findTerminals({ env, home, platform: 'linux' }, [programs.folder])
      return [one?.kind.id, one?.kind.name, one?.kind.argv('P', job)]
    }
    expect(first({})).toEqual(['desktop', 'Desktop default (x-terminal-emulator)', ['P', '-e', ...rest]])
    expect(first({ TERMINAL: 'kitty' })).toEqual([
      'desktop',
      'Desktop default (kitty)',
      ['P', '--directory', '/my work', ...rest]
    ])
    expect(first({ TERMINAL: '/no/such' })[1]).toBe('Desktop default (x-terminal-emulator)')
    programs.terminal('xdg-terminal-exec', null)
    expect(first({ TERMINAL: 'kitty' })).toEqual(['desktop', 'Desktop default (xdg-terminal-exec)', ['P', ...rest]])
  })

  it.each([
    ['gnome-terminal', '--'],
    ['konsole', '-e'],
    ['alacritty', '-e'],
    ['ghostty', '-e'],
    ['wezterm', '--'],
    ['xterm', '-e']
  ])('B11 %s really runs it: words, folder and variables as they are', async (name, after) => {
    const cwd = join(home, "it's $HOME & `more`\nhere")
    mkdirSync(cwd)
    programs.agent('x', '1.0.0')
    programs.terminal(name, after)
    const [terminal] = findTerminals({ env: {}, home, platform: 'linux' }, [programs.folder])
    if (!terminal) throw new Error('no terminal')
    const command = {
      program: join(programs.folder, 'x'),
      argv: ['--id', 'a "b"\n', ''],
      cwd,
      env: { A: 'b c' },
      unset: ['D']
    }
    await startTerminal(
      terminal,
      terminalJob(command, home, 'linux', '/bin/sh'),
      { PATH: '/usr/bin:/bin', D: 'x' },
      home
    )
    await vi.waitFor(() => expect(programs.starts('x')).toHaveLength(1), 20_000)
    expect(programs.starts('x')[0]).toMatchObject({ argv: command.argv, cwd, env: { A: 'b c' } })
    expect(programs.starts('x')[0]?.env.D).toBeUndefined()
    expect(programs.starts(name)[0]?.cwd).toBe(cwd)
  })

  it('B11 a terminal that says something later, when nobody listens any more, goes on', async () => {
    const mark = join(home, 'went-on')
    const later = `process.stderr.write('a warning\\n'); setTimeout(() => require('node:fs').writeFileSync(${JSON.stringify(mark)}, ''), 100)`
    programs.write('xterm', `setTimeout(() => { ${later} }, 1500)`)
    const [terminal] = findTerminals({ env: {}, home, platform: 'linux' }, [programs.folder])
    if (!terminal) throw new Error('no terminal')
    const command = { program: '/bin/true', argv: [], cwd: home, env: {}, unset: [] }
    const job = terminalJob(command, home, 'linux', '/bin/sh')
    expect(await startTerminal(terminal, job, { PATH: '/usr/bin:/bin' }, home)).toBeGreaterThan(0)
    await vi.waitFor(() => expect(existsSync(mark)).toBe(true), 20_000)
    expect(readdirSync(home).filter((name) => name.startsWith('said-'))).toEqual([])
  })
})
