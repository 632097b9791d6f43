import { execFileSync } from 'node:child_process'
import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { FakePrograms, piSession } from '../../src/main/service/resume/testing/fake-programs'
import type { ResumeCheck } from '../../src/shared/domain/resume'
import { CommandHome } from './support/command'

const id = '01a22751-0000-7000-8000-000000000001'
const session = `pi:${id}`

test.describe('reprise resume', () => {
  test.skip(process.platform === 'win32', 'the programs of this test are scripts of Unix')
  let home: CommandHome
  let programs: FakePrograms
  let workspace: string
  let path: string
  const env = () => ({ PATH: '/usr/bin:/bin', SHELL: programs.loginShell() })

  test.beforeEach(() => {
    home = new CommandHome('gestura')
    mkdirSync(home.home, { recursive: true })
    workspace = join(realpathSync(home.home), "my 'work' & $more")
    programs = new FakePrograms(home.home)
    path = piSession(realpathSync(home.home), id, workspace)
  })
  test.afterEach(() => home.dispose())

  test('B11 --print gives a line that a shell runs as it was meant', async () => {
    programs.agent('pi', '0.73.1')
    const { code, out, err } = await home.run(['resume', session, '--print'], env())
    expect([code, err]).toEqual([0, ''])
    execFileSync('/bin/sh', ['-c', out], { env: { PATH: `${programs.folder}:/usr/bin:/bin` } })
    expect(programs.starts('pi').at(-1)).toMatchObject({ argv: ['--session', id], cwd: workspace })
    for (const shell of ['fish', 'cmd', 'powershell']) {
      const other = await home.run(['resume', session, '--print', '--shell', shell], env())
      expect([shell, other.code]).toEqual([shell, 0])
      expect(other.out).not.toBe(out)
    }
  })

  test('says with 3 and in comments why it does not work, and with --json all of it', async () => {
    const printed = await home.run(['resume', session, '--print'], env())
    expect(printed.code).toBe(3)
    expect(printed.out).toMatch(/^# does not work: There is no pi on the PATH of the login shell\..*\ncd '/)
    const json = await home.run(['resume', session, '--json'], env())
    const check = JSON.parse(json.out) as ResumeCheck
    expect([json.code, check.answer, check.reasons[0]?.code]).toEqual([3, 'doesNot', 'program.missing'])
    const plain = await home.run(['resume', session], env())
    expect([plain.code, plain.out]).toEqual([3, ''])
    expect(plain.err).toContain('Install pi')
    const none = await home.run(['resume', 'gestura:fa767501-1b54-466b-9c6b-0727a648a8cc', '--print'], env())
    expect([none.code, none.out]).toMatchObject([3, expect.stringContaining('gestura has no command')])
  })

  test('B12 becomes the agent, ends with its code, and says which session went on', async () => {
    const turn = { type: 'message', id: 'aaaaaaa2', parentId: 'aaaaaaa1', timestamp: '2026-11-20T11:00:00.000Z' }
    const line = JSON.stringify({ ...turn, message: { role: 'user', content: 'And now?' } })
    programs.agent(
      'pi',
      '0.73.1',
      `require('node:fs').appendFileSync(${JSON.stringify(path)}, ${JSON.stringify(`${line}\n`)}); console.log('the agent'); process.exit(7)`
    )
    const { code, out } = await home.run(['resume', session], env())
    expect([code, out]).toEqual([7, `the agent\n${session} went on.\n`])
    expect(programs.starts('pi').at(-1)).toMatchObject({ argv: ['--session', id], cwd: workspace })
  })

  test('--terminal starts it there, and names the terminals when there is none of that name', async () => {
    programs.agent('pi', '0.73.1')
    programs.terminal('kitty', workspace)
    const wrong = await home.run(['resume', session, '--terminal', 'none'], env())
    expect([wrong.code, wrong.err]).toMatchObject([1, expect.stringContaining('kitty')])
    const { code, out } = await home.run(['resume', session, '--terminal', 'kitty'], env())
    expect([code, out]).toEqual([0, 'Started in kitty.\n'])
    const resumed = () => programs.starts('pi').filter(({ argv }) => argv[0] === '--session')
    await expect.poll(() => resumed().length).toBe(1)
    expect((await home.run(['resume', session, '--terminal', 'kitty', '--print'], env())).code).toBe(2)
    expect((await home.run(['resume', session, '--shell', 'nushell'], env())).code).toBe(2)
  })
})
