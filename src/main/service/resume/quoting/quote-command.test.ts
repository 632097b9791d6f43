import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ResumeCommand } from '@shared/domain/resume'
import { describe, expect, it } from 'vitest'
import { FakePrograms } from '../testing/fake-programs'
import { quoteCommand, shownCommand } from './quote-command'

const plain: ResumeCommand = { program: 'pi', argv: ['--session', 'a1'], cwd: null, env: {}, unset: [] }
const rich: ResumeCommand = {
  program: 'C:\\Program Files\\pi.cmd',
  argv: ['--session', 'a "b" 100%'],
  cwd: "C:\\It's & mine\\",
  env: { PI_DIR: 'D:\\x y\\' },
  unset: ['OTHER']
}

describe('quoteCommand', () => {
  it('B11 is as short as a person would type it where nothing is odd', () => {
    expect(shownCommand(plain)).toEqual({
      sh: 'pi --session a1',
      fish: 'pi --session a1',
      cmd: 'pi --session a1',
      powershell: '& pi --session a1'
    })
  })

  it('B11 B10 changes the folder, sets and takes away variables, and starts the program, for every shell', () => {
    expect(shownCommand(rich)).toEqual({
      sh: `cd 'C:\\It'\\''s & mine\\' && env -u OTHER PI_DIR='D:\\x y\\' 'C:\\Program Files\\pi.cmd' --session 'a "b" 100%'`,
      fish: `cd 'C:\\\\It\\'s & mine\\\\'; and env -u OTHER PI_DIR='D:\\\\x y\\\\' 'C:\\\\Program Files\\\\pi.cmd' --session 'a "b" 100%'`,
      cmd: `cd /d ^"C:\\It's ^& mine\\^" && (set OTHER=& set ^"PI_DIR=D:\\x y\\^"& "C:\\Program Files\\pi.cmd" --session ^"a \\^"b\\^" 100^%^")`,
      powershell: `Set-Location -LiteralPath 'C:\\It''s & mine\\' -ErrorAction Stop; $env:OTHER = $null; $env:PI_DIR = 'D:\\x y\\'; & 'C:\\Program Files\\pi.cmd' --session 'a "b" 100%'`
    })
  })

  it('says where a shell has no way to write it', () => {
    const broken = { ...plain, argv: ['--session', 'two\nlines'] }
    expect(quoteCommand('cmd', broken)).toBeNull()
    expect(quoteCommand('cmd', { ...plain, cwd: 'C:\\two\nlines' })).toBeNull()
    expect(quoteCommand('cmd', { ...plain, program: 'a"b' })).toBeNull()
    expect(quoteCommand('sh', broken)).toBe("pi --session 'two\nlines'")
    expect(Object.values(shownCommand({ ...plain, argv: ['nul\0'] }))).toEqual([null, null, null, null])
  })

  it('is no line where a name holds keys: typed or pasted, they would end the quotes', () => {
    for (const keys of ['\u0015', '\u001b[201~', '\u0003', '\t', '\u009b', '\u007f']) {
      expect(Object.values(shownCommand({ ...plain, cwd: `/code/${keys}x` }))).toEqual([null, null, null, null])
    }
  })

  it.skipIf(process.platform === 'win32')('B11 runs as it was meant, and not at all where the folder is gone', () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'reprise-line-')))
    const programs = new FakePrograms(folder)
    programs.agent('pi', '1.0.0')
    const cwd = join(folder, "an 'odd' $HOME & `folder`\nof two lines")
    mkdirSync(cwd)
    const command = {
      program: join(programs.folder, 'pi'),
      argv: ['--session', '$(id)', ''],
      cwd,
      env: { PI_DIR: 'a b\n"c"' },
      unset: ['GONE']
    }
    const run = (line: string | null) =>
      execFileSync('/bin/sh', ['-c', line ?? ''], { env: { PATH: '/usr/bin:/bin', GONE: 'x' }, stdio: 'ignore' })
    run(quoteCommand('sh', command))
    const [started] = programs.starts('pi')
    expect(started).toMatchObject({ argv: command.argv, cwd, env: { PI_DIR: 'a b\n"c"' } })
    expect(started?.env.GONE).toBeUndefined()
    rmSync(cwd, { recursive: true })
    expect(() => run(quoteCommand('sh', command))).toThrow()
    expect(programs.starts('pi')).toHaveLength(1)
    rmSync(folder, { recursive: true })
  })
})
