import { appendFileSync, mkdtempSync, realpathSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ResumeCheck } from '@shared/domain/resume'
import type { EventName, InputOf, OperationName, OutputOf } from '@shared/ipc/contract'
import type { Envelope } from '@shared/ipc/envelope'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { adapters } from '../agents/registry'
import { inlineReaders } from '../readers/inline-readers'
import { createService, type Service } from '../service'
import { FakePrograms, piSession } from './testing/fake-programs'

const id = '01a22751-0000-7000-8000-000000000001'

describe.skipIf(process.platform === 'win32')('resuming through the service', () => {
  let home: string
  let workspace: string
  let programs: FakePrograms
  let service: Service
  let source: string
  const events: { name: EventName; payload: unknown }[] = []

  beforeEach(() => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'reprise-resume-')))
    workspace = join(home, "My Projects/café & 'app' $x")
    programs = new FakePrograms(home)
    events.length = 0
  })
  afterEach(async () => {
    await service.close()
    rmSync(home, { recursive: true, force: true })
  })

  async function start(env: Readonly<Record<string, string>> = {}): Promise<void> {
    const look = {
      home,
      env: { PATH: '/usr/bin:/bin', SHELL: programs.loginShell(), REPRISE_HOME: '/nowhere', ...env },
      platform: process.platform,
      cwd: home,
      flags: []
    }
    service = await createService({
      home: join(home, 'own'),
      adapters,
      look,
      readers: inlineReaders,
      emit: (name, payload) => events.push({ name, payload })
    })
    await call('scan.run', {})
    const { sources } = await call('sources.list', {})
    source = sources.find(({ agent, root }) => agent === 'pi' && root.startsWith(join(home, '.pi')))?.id ?? ''
  }

  async function ask<N extends OperationName>(name: N, input: InputOf<N>): Promise<Envelope<OutputOf<N>>> {
    const context = { traceId: 't', signal: new AbortController().signal, progress: () => undefined }
    return (await service.dispatch(name, input, context)) as Envelope<OutputOf<N>>
  }
  async function call<N extends OperationName>(name: N, input: InputOf<N>): Promise<OutputOf<N>> {
    const envelope = await ask(name, input)
    if (!envelope.ok) throw new Error(envelope.error.message)
    return envelope.value
  }
  const check = (): Promise<ResumeCheck> => call('resume.check', { session: { source, id } })
  const codes = ({ reasons }: ResumeCheck) =>
    reasons.filter(({ bearing }) => bearing !== 'note').map(({ code }) => code)

  it('B10 works: the program of the login shell is found and asked for its version, and nothing else is run', async () => {
    piSession(home, id, workspace)
    programs.agent('pi', '0.73.1')
    await start()
    const answer = await check()
    expect(answer).toMatchObject({
      answer: 'works',
      reasons: [],
      version: '0.73.1',
      command: { program: join(programs.folder, 'pi'), argv: ['--session', id], cwd: workspace, env: {}, unset: [] }
    })
    expect(answer.shown?.sh).toBe(`cd '${workspace.replaceAll("'", "'\\''")}' && pi --session ${id}`)
    await check()
    expect(programs.starts('pi').map(({ argv }) => argv)).toEqual([['--version']])
    expect(programs.starts('login-shell')).toHaveLength(1)
    expect(programs.starts('pi')[0]).toMatchObject({ cwd: home })
  })

  it('B10 tells a program that is not there from a PATH that could not be asked for', async () => {
    piSession(home, id, workspace)
    await start()
    expect([(await check()).answer, codes(await check())]).toEqual(['doesNot', ['program.missing']])
    await service.close()
    await start({ SHELL: join(home, 'no-such-shell') })
    expect([(await check()).answer, codes(await check())]).toEqual(['unknown', ['program.unknown']])
  })

  it('B10 takes the program that the settings name', async () => {
    piSession(home, id, workspace)
    programs.agent('my-pi', '0.74.0')
    await start()
    await call('settings.set', { programs: { pi: join(programs.folder, 'my-pi') } })
    const answer = await check()
    expect(answer).toMatchObject({ answer: 'works', command: { program: join(programs.folder, 'my-pi') } })
    expect(answer.shown?.sh).toContain(`&& ${join(programs.folder, 'my-pi')} --session`)
    rmSync(join(programs.folder, 'my-pi'))
    expect(codes(await check())).toEqual(['program.named'])
    await call('settings.set', { programs: {} })
    expect(codes(await check())).toEqual(['program.missing'])
  })

  it('takes nothing for the program of an agent that cannot be it', async () => {
    piSession(home, id, workspace)
    await start()
    for (const path of ['/bin/sh', 'pi', join(home, 'pi'), programs.folder]) {
      expect(await ask('settings.set', { programs: { pi: path } })).toMatchObject({
        ok: false,
        error: { code: 'refused' }
      })
    }
    programs.agent('gestura', '1.0.0')
    const none = await ask('settings.set', { programs: { gestura: join(programs.folder, 'gestura') } })
    expect(none).toMatchObject({ ok: false, error: { code: 'refused' } })
    expect((await call('settings.get', {})).programs).toEqual({})
  })

  it('says that a directory is gone, that a release is older than those known, and that a version could not be asked', async () => {
    piSession(home, id, workspace)
    programs.agent('pi', 'pi 0.80.0')
    await start()
    expect([(await check()).answer, codes(await check())]).toEqual(['works', []])
    programs.agent('pi', 'pi 0.20.0 (old)')
    utimesSync(join(programs.folder, 'pi'), 1, 1)
    expect([(await check()).answer, codes(await check())]).toEqual(['unknown', ['program.older']])
    programs.write('pi', 'process.exit(3)')
    utimesSync(join(programs.folder, 'pi'), 2, 2)
    expect([(await check()).answer, codes(await check())]).toEqual(['unknown', ['program.version']])
    programs.agent('pi', '0.73.1')
    utimesSync(join(programs.folder, 'pi'), 3, 3)
    rmSync(workspace, { recursive: true })
    expect([(await check()).answer, codes(await check())]).toEqual(['doesNot', ['directory.missing']])
    const refused = await ask('resume.start', { session: { source, id } })
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'precondition.failed', data: { check: { answer: 'doesNot' } } }
    })
  })

  it('refuses an id that an agent would take for an option, before any program is run', async () => {
    piSession(home, '--yolo', workspace)
    programs.agent('pi', '0.73.1')
    await start()
    const answer = await call('resume.check', { session: { source, id: '--yolo' } })
    expect(answer).toMatchObject({ answer: 'doesNot', command: null, reasons: [{ code: 'session.id' }] })
    expect(programs.starts('pi')).toEqual([])
  })

  it('B11 starts the agent in the terminal: words, folder and variables arrive as they are', async () => {
    piSession(home, id, workspace)
    programs.agent('pi', '0.73.1')
    programs.terminal('x-terminal-emulator', '-e')
    await start({ PI_CODING_AGENT_DIR: join(home, 'elsewhere') })
    expect(await call('resume.terminals', {})).toMatchObject({ terminals: [{ id: 'desktop', isDefault: true }] })
    const started = await call('resume.start', { session: { source, id } })
    expect(started.terminal).toBe('desktop')
    await vi.waitFor(() => expect(programs.starts('pi')).toHaveLength(2), 20_000)
    const [terminal] = programs.starts('x-terminal-emulator')
    expect(terminal?.cwd).toBe(workspace)
    expect(terminal?.env.REPRISE_HOME).toBeUndefined()
    const agent = programs.starts('pi')[1]
    expect(agent).toMatchObject({ argv: ['--session', id], cwd: workspace })
    expect(agent?.env.PATH?.split(':')).toContain(programs.folder)
    // The session lies in the usual place, to which a variable of the person's does not lead.
    expect(agent?.env.PI_CODING_AGENT_DIR).toBeUndefined()
  })

  it('takes the terminal that is asked for or set, and says when one cannot start', async () => {
    piSession(home, id, workspace)
    programs.agent('pi', '0.73.1')
    programs.terminal('konsole', '-e')
    programs.terminal('kitty', workspace)
    programs.failing('alacritty', 'cannot open display')
    await start({ XDG_CURRENT_DESKTOP: 'KDE' })
    const defaults = async () =>
      (await call('resume.terminals', {})).terminals.filter(({ isDefault }) => isDefault).map((one) => one.id)
    expect(await defaults()).toEqual(['konsole'])
    await call('settings.set', { terminal: 'kitty' })
    expect(await defaults()).toEqual(['kitty'])
    expect((await call('resume.start', { session: { source, id } })).terminal).toBe('kitty')
    expect((await call('resume.start', { session: { source, id }, terminal: 'konsole' })).terminal).toBe('konsole')
    await vi.waitFor(
      () => expect(programs.starts('pi').filter(({ argv }) => argv[0] === '--session')).toHaveLength(2),
      20_000
    )
    const failed = await ask('resume.start', { session: { source, id }, terminal: 'alacritty' })
    expect(failed).toMatchObject({
      ok: false,
      error: { code: 'io', message: expect.stringContaining('cannot open display') }
    })
    expect(await ask('resume.start', { session: { source, id }, terminal: 'wezterm' })).toMatchObject({
      error: { code: 'not.found' }
    })
  })

  it('B12 tells which session received the turn: the same one, or a new one that comes from it', async () => {
    const path = piSession(home, id, workspace)
    programs.agent('pi', '0.73.1')
    programs.terminal('x-terminal-emulator', '-e')
    await start()
    await call('resume.start', { session: { source, id } })
    const landed = () => events.filter(({ name }) => name === 'resume.landed').map(({ payload }) => payload)
    const turn = { type: 'message', id: 'aaaaaaa2', parentId: 'aaaaaaa1', timestamp: '2026-11-20T11:00:00.000Z' }
    appendFileSync(path, `${JSON.stringify({ ...turn, message: { role: 'user', content: 'And now?' } })}\n`)
    await call('scan.run', {})
    await vi.waitFor(() => expect(landed()).toEqual([{ session: { source, id }, continued: id }]), 10_000)
    // A fork of it that is written later has the turns from then on.
    const next = '01a22751-0000-7000-8000-000000000002'
    piSession(home, next, workspace, { parentSession: path, at: '2026-11-20T12:00:00.000Z' })
    await call('scan.run', {})
    await vi.waitFor(() => expect(landed()[1]).toEqual({ session: { source, id }, continued: next }), 10_000)
  })
})
