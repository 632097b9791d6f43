import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakePrograms } from '../testing/fake-programs'
import { findAgentProgram } from './agent-program'
import { baseEnvironment } from './base-environment'
import { findProgram } from './find-program'
import { LoginPath } from './login-path'
import { ProgramVersions, versionIn } from './program-version'

let home: string
let programs: FakePrograms
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'reprise-program-')))
  programs = new FakePrograms(home)
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

describe('findProgram', () => {
  it.skipIf(process.platform === 'win32')(
    'takes the first file that may be run, and no folder, relative place or file without the right',
    () => {
      const [first, second] = ['one', 'two'].map((name) => join(home, name)) as [string, string]
      for (const folder of [first, second]) mkdirSync(folder)
      mkdirSync(join(first, 'folder'))
      writeFileSync(join(first, 'pi'), '')
      writeFileSync(join(second, 'pi'), '')
      chmodSync(join(second, 'pi'), 0o755)
      expect(findProgram('pi', [first, second])).toBe(join(second, 'pi'))
      expect(findProgram('folder', [first])).toBeNull()
      expect(findProgram('pi', ['two', '.'])).toBeNull()
    }
  )

  it('B11 finds the endings of PATHEXT on Windows, in their order', () => {
    for (const name of ['pi.CMD', 'pi.EXE', 'pi', 'tool.exe']) writeFileSync(join(home, name), '')
    expect(findProgram('pi', [home], 'win32', '.EXE;.CMD')).toBe(join(home, 'pi.EXE'))
    expect(findProgram('pi', [home], 'win32', '.CMD;.EXE')).toBe(join(home, 'pi.CMD'))
    expect(findProgram('tool.exe', [home], 'win32', '.EXE;.CMD')).toBe(join(home, 'tool.exe'))
    expect(findProgram('other', [home], 'win32', '.EXE')).toBeNull()
  })
})

describe.skipIf(process.platform === 'win32')('LoginPath', () => {
  const pathOf = (shell: string, waitMs = 60_000) =>
    new LoginPath({ env: { SHELL: shell, PATH: '/own' }, home, platform: 'linux' }, Date.now, waitMs)
  const made = (script: string) => {
    programs.write('shell', script)
    return join(programs.folder, 'shell')
  }

  it('B10 is that of the login shell, whatever its start files print around it', async () => {
    const run = `require('node:child_process').spawnSync('/bin/sh', argv.slice(2), { stdio: 'inherit', env: { PATH: '/first:/second:/first' } })`
    const path = pathOf(
      made(`console.log('Welcome! PATH=/wrong'); console.error('no job control'); ${run}; console.log('bye')`)
    )
    expect(await path.get()).toEqual({ folders: ['/first', '/second'], from: 'login', problem: null })
    expect(programs.starts('shell')[0]?.argv.slice(0, 3)).toEqual(['-l', '-i', '-c'])
    await path.get()
    expect(programs.starts('shell')).toHaveLength(1)
  })

  it('B10 is what real start files make of it, and a question in them does not hold it up', async () => {
    const files = 'export PATH="/from/start files:$PATH"; echo Welcome; read -p "Unlock? " answer; stty sane\n'
    for (const name of ['.profile', '.bash_profile', '.bashrc']) writeFileSync(join(home, name), files)
    for (const shell of ['/bin/sh', '/bin/bash'].filter(existsSync)) {
      const { folders, from, problem } = await pathOf(shell).get()
      expect([shell, from, problem]).toEqual([shell, 'login', null])
      expect(folders).toContain('/from/start files')
    }
  })

  it('B10 says why where the shell waits for something, fails or is not there, and gives what this process has', async () => {
    const waits = made('setInterval(() => undefined, 1000)')
    expect(await pathOf(waits, 300).get()).toMatchObject({
      folders: ['/own'],
      from: 'own',
      problem: expect.stringContaining('did not answer')
    })
    expect(await pathOf(made('process.exit(1)')).get()).toMatchObject({
      problem: expect.stringContaining('did not say its PATH')
    })
    expect(await pathOf('/no/such/shell').get()).toMatchObject({ problem: expect.stringContaining('ENOENT') })
  })

  it('gives the shell no terminal and no input to ask over', async () => {
    const look = `require('node:fs').writeFileSync(${JSON.stringify(join(home, 'seen'))}, String(process.stdin.isTTY) + require('node:fs').readFileSync(0).length)`
    const shell = made(
      `${look}; require('node:child_process').spawnSync('/bin/sh', argv.slice(2), { stdio: 'inherit' })`
    )
    expect((await pathOf(shell).get()).from).toBe('login')
    expect(readFileSync(join(home, 'seen'), 'utf8')).toBe('undefined0')
  })
})

describe.skipIf(process.platform === 'win32')('findAgentProgram', () => {
  it('B10 looks where the installer puts it when PATH has none, and then names it whole', async () => {
    const around = {
      env: { SHELL: programs.loginShell('/usr/bin:/bin'), PATH: '/usr/bin:/bin' },
      home,
      platform: process.platform
    }
    const world = { around, loginPath: new LoginPath(around), versions: new ProgramVersions(60_000), named: undefined }
    const part = { program: 'reprise-none', installedAt: ['programs/reprise-none'] }
    expect(await findAgentProgram('claude-code', part, world)).toMatchObject({
      path: null,
      reasons: [{ code: 'program.missing' }]
    })
    programs.agent('reprise-none', '2.1.332 (Claude Code)')
    expect(await findAgentProgram('claude-code', part, world)).toEqual({
      path: join(home, 'programs/reprise-none'),
      isOnPath: false,
      version: '2.1.332',
      reasons: []
    })
  })
})

describe.skipIf(process.platform === 'win32')('ProgramVersions', () => {
  const env = { PATH: '/usr/bin:/bin' }

  it('asks a program once as long as it is the same file, and again after it was replaced', async () => {
    const versions = new ProgramVersions()
    programs.agent('pi', 'pi version 1.2.3-beta.1 (x64)')
    const path = join(programs.folder, 'pi')
    expect(await versions.of(path, env, home)).toEqual({ version: '1.2.3-beta.1' })
    await versions.of(path, env, home)
    expect(programs.starts('pi')).toHaveLength(1)
    programs.agent('pi', 'this is now 1.3.0')
    expect(await versions.of(path, env, home)).toEqual({ version: '1.3.0' })
  })

  it('gives up on one that does not answer, and ends it', async () => {
    // A shell is there soon enough to say who it is, also on a busy machine.
    writeFileSync(join(home, 'pi'), `#!/bin/sh\necho $$ > '${join(home, 'pid')}'\nexec sleep 600\n`, { mode: 0o755 })
    const asked = new ProgramVersions(3000).of(join(home, 'pi'), env, home)
    expect(await asked).toMatchObject({ version: null, problem: expect.stringContaining('did not answer') })
    const pid = Number(readFileSync(join(home, 'pid'), 'utf8'))
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), 10_000)
  })

  it.each([
    ['2.1.332 (Claude Code)', '2.1.332'],
    ['codex-cli 0.171.0', '0.171.0'],
    ['tact 0.8.3', '0.8.3'],
    ['no version', null],
    ['1.2', null]
  ])('reads %j as %j', (text, version) => {
    expect(versionIn(text)).toBe(version)
  })
})

describe('baseEnvironment', () => {
  it('holds nothing of ours and of the runtime around us', () => {
    const env = {
      PATH: '/bin',
      REPRISE_HOME: '/x',
      ELECTRON_RUN_AS_NODE: '1',
      NODE_OPTIONS: '--x',
      npm_config_y: 'z',
      LANG: 'C'
    }
    expect(baseEnvironment(env, '/home/m')).toEqual({
      PATH: '/bin',
      LANG: 'C',
      ...(process.platform === 'win32' ? {} : { HOME: '/home/m' })
    })
    // A home that is reached over a link keeps the name that the person knows.
    expect(baseEnvironment({ HOME: '/home/link' }, '/mnt/real')).toEqual({ HOME: '/home/link' })
  })
})
