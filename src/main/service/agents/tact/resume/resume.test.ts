import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerOf, type ResumeReason } from '@shared/domain/resume'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Reading, SourceLocation } from '../../adapter'
import type { ResumeTarget } from '../../resume-part'
import { adapter } from '../adapter'
import { addSession, addState, makeDatabase, sessionA } from '../testing/made-store'
import { removeHomes, sampleHome, temporaryFolder } from '../testing/sample-home'
import { resume } from './resume'

let home: string
let workspace: string
let source: SourceLocation
const reading: Reading = { signal: new AbortController().signal, scratch: '/nonexistent', key: null, now: () => 0 }

beforeEach(async () => {
  home = realpathSync(temporaryFolder())
  workspace = join(home, 'weather')
  mkdirSync(workspace)
})
afterEach(removeHomes)

interface Made {
  readonly model?: string
  /** What the definitions of the tools say. */
  readonly tools?: string
  readonly version?: string
  readonly config?: string
  readonly snapshot?: Readonly<Record<string, unknown>>
}

/** The codes of what a release of tact would stumble over, of a session made like this; notes are left out. */
async function found(release: string | null, made: Made = {}): Promise<readonly string[]> {
  return (await reasons(release, made)).filter(({ bearing }) => bearing !== 'note').map(({ code }) => code)
}

async function reasons(release: string | null, made: Made = {}): Promise<readonly ResumeReason[]> {
  const { model = 'gpt-5.6-sol', tools = 'exec_command', version = '0.6.6', config } = made
  const root = join(home, '.tact')
  rmSync(root, { recursive: true, force: true })
  const database = makeDatabase(join(root, 'sessions', 'v2.sqlite3'))
  addSession(database, { id: sessionA, model })
  database.prepare('UPDATE sessions SET workspace = ?, application_version = ?').run(workspace, version)
  const definitions = { type: 'additional_tools', role: 'developer', tools: [{ name: 'exec', description: tools }] }
  const snapshot = { model, workspace, request_prefix: [definitions, {}], ...made.snapshot }
  addState(database, sessionA, { snapshot })
  database.close()
  if (config !== undefined) writeFileSync(join(root, 'config.toml'), config)
  const [located] = await adapter.locate({ home, env: {}, platform: 'linux', cwd: home, settings: [], flags: [] })
  if (located === undefined) throw new Error('no tact was located')
  source = located
  const target = targetOf(model)
  return resume.judge?.(release, target, await resume.check(target, reading)) ?? []
}

const targetOf = (model?: string): ResumeTarget => ({
  source,
  home,
  session: { id: sessionA, workspace, ...(model !== undefined && { model }) }
})

const allOn = 'exec_command web__run image_gen__imagegen spawn_agent'

describe('what the installed tact makes of a session', () => {
  it.each([
    ['0.8.3', 'gpt-6.1-sol', []],
    ['0.8.3', 'gpt-6-sol', ['tact.model']],
    ['0.8.3', 'gpt-5.6-sol', ['tact.model']],
    ['0.8.0', 'gpt-6-sol', []],
    ['0.8.0', 'gpt-6.1-sol', ['tact.model']],
    ['0.7.1', 'gpt-5.6-sol', []],
    ['0.7.1', 'gpt-5.6-terra', ['tact.model']],
    ['0.9.0', 'gpt-6.1-sol', []],
    ['0.9.0', 'gpt-5.6-sol', ['tact.model']],
    [null, 'gpt-6.1-sol', ['tact.tools.more']]
  ])('B13 %s with the model %s: %j', async (release, model, codes) => {
    expect(await found(release, { model, tools: allOn, version: '0.8.3' })).toEqual(codes)
  })

  it('B13 is not certain of models for a release that nobody looked at, and sure of those that are retired', async () => {
    const answer = async (release: string, model: string) => answerOf(await reasons(release, { model, tools: allOn }))
    expect(await answer('0.8.3', 'gpt-5.6-sol')).toBe('doesNot')
    expect(await answer('0.8.2', 'gpt-5.6-sol')).toBe('unknown')
    expect(await answer('0.9.0', 'gpt-5.6-sol')).toBe('unknown')
  })
})

describe('tools that changed since', () => {
  it('B13 a tool that was switched on or off stops 0.6, names the setting, and is nothing to 0.7', async () => {
    const off = '[agent]\nweb_search = false\n'
    const [reason] = await reasons('0.6.6', { tools: allOn, config: off })
    expect(reason).toMatchObject({
      code: 'tact.tools.web__run',
      bearing: 'stops',
      text: expect.stringContaining('switched on, and it is off now'),
      advice: 'Set web_search under [agent] to true in config.toml, or use tact 0.7 or later.'
    })
    expect(await found('0.7.1', { tools: allOn, config: off })).toEqual([])
    expect(await found('0.6.6', { tools: 'exec_command web__run spawn_agent' })).toEqual([
      'tact.tools.image_gen__imagegen'
    ])
    expect(await found('0.6.6', { tools: allOn, config: '[subagents]\nenabled = false\n' })).toEqual([
      'tact.tools.spawn_agent'
    ])
  })

  it('B13 MCP servers that came or went stop 0.6', async () => {
    const config = '[mcp_servers.files]\ncommand = "x"\n[mcp_servers.my_docs]\ncommand = "y"\n'
    const both = `${allOn} mcp__files__read mcp__my_docs__find_it`
    expect(await found('0.6.6', { tools: both, config })).toEqual(['tact.tools.more'])
    const one = await reasons('0.6.6', { tools: `${allOn} mcp__files__read mcp__old__x`, config })
    expect(one[0]).toMatchObject({ code: 'tact.tools.servers', bearing: 'stops' })
    expect(one[0]?.text).toContain('come since: my_docs; not there any more: old')
  })

  it('B13 what cannot be compared is said to be so: other words of the release, a release in between, a file that is none', async () => {
    expect(await found('0.6.6', { tools: allOn })).toEqual(['tact.tools.more'])
    expect(await found('0.6.6', { tools: 'cut' })).toEqual(['tact.tools.unknown'])
    expect(await found('0.6.6', { tools: allOn, config: 'not = [toml' })).toEqual(['tact.tools.unknown'])
    expect(await found('0.6.6', { tools: allOn, version: '0.6.4' })).toEqual(['tact.tools.current_session'])
    expect(await found('0.6.6', { tools: allOn, version: '0.5.4' })).toEqual([
      'tact.tools.find_sessions',
      'tact.tools.current_session'
    ])
  })
})

describe('the folder and the state', () => {
  it('B13 a folder that leads elsewhere, or another one than it was made in, stops it', async () => {
    expect(await found('0.8.3', { model: 'gpt-6.1-sol', snapshot: { workspace: join(home, 'before') } })).toEqual([
      'directory.moved'
    ])
    const real = join(home, 'moved')
    mkdirSync(real)
    rmSync(workspace, { recursive: true })
    symlinkSync(real, workspace)
    expect(await found('0.8.3', { model: 'gpt-6.1-sol' })).toEqual(['directory.moved'])
  })

  it('B13 a state of another format, without a history, or none at all stops it', async () => {
    expect(await found('0.8.3', { model: 'gpt-6.1-sol', snapshot: { version: 2 } })).toEqual(['tact.state.version'])
    expect(await found('0.8.3', { model: 'gpt-6.1-sol', snapshot: { history: [] } })).toEqual(['tact.state.history'])
    const missing = await sampleHome('tact-missing-state')
    const gone = (await missing.sessions()).filter(({ resumable }) => resumable === false)
    expect(gone.length).toBeGreaterThan(0)
    for (const { id, workspace: folder } of gone) {
      const target = { source: missing.source, home: missing.home, session: { id, workspace: folder } }
      const codes = (await resume.check(target, missing.reading))
        .filter(({ bearing }) => bearing === 'stops')
        .map(({ code }) => code)
      expect(codes.some((code) => code.startsWith('tact.'))).toBe(true)
    }
  })
})

describe('the command line', () => {
  it('tact-24 names the configuration only for a store of its own', async () => {
    await reasons('0.8.3')
    expect(resume.line(targetOf())).toMatchObject({
      argv: ['--workspace', workspace, '--resume', sessionA],
      cwd: workspace
    })
    const elsewhere = {
      ...targetOf(),
      source: { id: 'x', agent: 'tact' as const, root: '/other/store', origin: 'flag' as const }
    }
    expect(resume.line(elsewhere).argv).toEqual([
      '--config',
      '/other/store/config.toml',
      '--workspace',
      workspace,
      '--resume',
      sessionA
    ])
    const otherFile = { ...targetOf(), source: { ...source, extra: { config: join(source.root, 'other.toml') } } }
    expect(resume.line(otherFile).argv.slice(0, 2)).toEqual(['--config', join(source.root, 'other.toml')])
    const nowhere = { ...targetOf(), session: { id: sessionA, workspace: null } }
    expect(resume.line(nowhere)).toMatchObject({ argv: ['--resume', sessionA], cwd: null })
  })
})
