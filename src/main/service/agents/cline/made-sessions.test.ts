import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Entry } from '@shared/domain/transcript'
import { afterEach, describe, expect, it } from 'vitest'
import { maskConfig } from '../../redaction/mask-config'
import type { Places } from '../adapter'
import { browse, expectedOr, readingFor } from '../conformance/browse'
import { adapter } from './adapter'
import { samples } from './testing/samples'

afterEach(samples.removeHomes)

const extension = '.config/Code/User/globalStorage/saoudrizwan.claude-dev'
const id = '1764000000000_abcde'

function put(home: string, name: string, content: unknown): string {
  const path = join(home, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const places = (home: string, more: Partial<Places> = {}): Places => {
  return { home, env: {}, platform: 'linux', cwd: '/', settings: [], flags: [], ...more }
}

/** A session of the command line program with these messages. */
async function openMade(messages: unknown, metadata: unknown = { cwd: '/w', prompt: 'Begin.' }) {
  const home = samples.emptyHome()
  const folder = `.cline/data/sessions/${id}`
  put(home, `${folder}/${id}.json`, metadata)
  put(home, `${folder}/${id}.messages.json`, { version: 1, messages })
  const source = await samples.sourceIn(home)
  const opened = await adapter.open(source, id, readingFor())
  const { entries } = await opened.page({ from: 'start', direction: 'forward', limit: 500 })
  return { home, source, opened, entries }
}

const brief = (entries: readonly Entry[]) =>
  entries.map(({ kind, notice, text, tool }) =>
    tool ? `${kind} ${tool.name} ${tool.status}` : `${notice ?? kind}: ${text}`
  )

describe('messages that the samples do not have', () => {
  it('keeps unknown ones raw and folded, and counts every message', async () => {
    const { entries, opened } = await openMade([
      { id: 'a', role: 'user', content: '<user_input mode="plan">Begin.</user_input>' },
      { id: 'b', role: 'assistant', content: 'Plain text.' },
      { id: 'c', role: 'assistant', content: [{ type: 'hologram' }] },
      { id: 'd', role: 'system', content: 'Do well.' },
      5,
      { id: 'e', role: 'user', content: [{ type: 'text', text: '<environment_details>now</environment_details>' }] }
    ])
    expect(brief(entries)).toEqual([
      'user: Begin.',
      'assistant: Plain text.',
      'unrecognised: {"type":"hologram"}',
      'unrecognised: A message of an unknown role: system.',
      'unrecognised: A message of an unknown role: undefined.'
    ])
    const { accounting } = await opened.account(new AbortController().signal, () => undefined)
    expect(accounting).toMatchObject({ read: 6, shown: 3, raw: 3, unreadable: 0 })
  })

  it('shows attached files and images of a prompt, and a call without a result', async () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QUJD' } }
    const { entries, opened } = await openMade([
      { role: 'user', content: [{ type: 'text', text: 'Look.' }, { type: 'file', path: '/w/a.txt' }, image] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'run_commands', input: {} }] },
      { role: 'user', content: 'Stop.' }
    ])
    expect(brief(entries)).toEqual(['user: Look.\n(file: /w/a.txt)', 'tool run_commands cancelled', 'user: Stop.'])
    expect(Buffer.from((await opened.image(entries[0]?.id ?? '', 0))?.data ?? []).toString()).toBe('ABC')
  })

  it('reads the conversation without what is beside it, and leaves out refs that are none', async () => {
    const { opened } = await openMade([{ role: 'user', content: 'Hello' }], '{"cwd":')
    expect(opened.summary).toMatchObject({ title: 'Hello', workspace: null, resumable: null, startedAt: 1764000000000 })
    const history = [
      { ref: '../../evil', runCount: 1 },
      { ref: '39464db0d4326cec', runCount: 1, kind: 'stash' }
    ]
    const { source } = await openMade([{ role: 'user', content: 'Hello' }], {
      cwd: '/w',
      metadata: { checkpoint: { history } }
    })
    const found = await adapter.checkpoints(source, id, readingFor())
    expect(found.map((checkpoint) => [checkpoint.id, checkpoint.label])).toEqual([['1-39464db0d4326cec', 'Hello']])
  })

  it('says that a document is none, and reads it when it was only being written', async () => {
    const { home, source } = await openMade([{ role: 'user', content: 'Hello' }])
    const path = join(home, `.cline/data/sessions/${id}/${id}.messages.json`)
    writeFileSync(path, '{"messages": [')
    expect((await expectedOr(() => adapter.open(source, id, readingFor()))).failure).toBe('session.unreadable')
    const opening = adapter.open(source, id, readingFor())
    writeFileSync(path, JSON.stringify({ messages: [{ role: 'user', content: 'Whole again' }] }))
    expect((await opening).summary.preview).toBe('Whole again')
  })
})

describe('tasks of the extension', () => {
  const messages = [
    {
      role: 'user',
      content: [
        { type: 'text', text: '<task>\nRefactor it.\n</task>' },
        { type: 'text', text: '<environment_details>\n# Visible files\n</environment_details>' }
      ]
    },
    { role: 'assistant', content: [{ type: 'text', text: '<read_file><path>a.js</path></read_file>' }] },
    {
      role: 'user',
      content: [
        { type: 'text', text: "[read_file for 'a.js'] Result:" },
        { type: 'text', text: 'let a' },
        { type: 'text', text: '<environment_details></environment_details>' }
      ]
    },
    {
      role: 'user',
      content: [{ type: 'text', text: '[execute_command] Result:\nThe tool execution failed with an error' }]
    },
    { role: 'user', content: [{ type: 'text', text: '<feedback>\nShorter.\n</feedback>' }] }
  ]

  async function look(history: unknown) {
    const home = samples.emptyHome()
    put(home, `${extension}/tasks/1764000000000/api_conversation_history.json`, messages)
    if (history !== undefined) put(home, `${extension}/state/taskHistory.json`, history)
    const source = (await adapter.locate(places(home))).find(({ root }) => root.endsWith('claude-dev'))
    if (source === undefined) throw new Error('the extension was not found')
    const { sessions } = await browse(adapter, source)
    return sessions.get('1764000000000')
  }

  it('are read, with results that are texts, and without what was put in', async () => {
    const found = await look([
      { id: '1764000000000', task: '<task>Refactor it.</task>', cwdOnTaskInitialization: '/w' }
    ])
    expect(brief(found?.entries ?? [])).toEqual([
      'user: Refactor it.',
      'assistant: <read_file><path>a.js</path></read_file>',
      'tool read_file ok',
      'tool execute_command failed',
      'user: Shorter.'
    ])
    expect(found?.entries[2]?.tool).toMatchObject({ arguments: "'a.js'", result: 'let a' })
    expect(found?.listed).toMatchObject({ title: 'Refactor it.', workspace: '/w', layout: 'tasks', resumable: null })
  })

  it('are found when the list of tasks has lost them, or is damaged', async () => {
    for (const history of [undefined, [], '[{"id":']) {
      expect((await look(history))?.listed).toMatchObject({ title: 'Refactor it.', workspace: null, state: 'ok' })
    }
  })
})

describe('locate', () => {
  const roots = async (more: Partial<Places>, home = '/h') =>
    (await adapter.locate(places(home, more))).map(({ root, origin }) => `${origin} ${root}`)

  it('looks where the variables of Cline say, beside the usual place', async () => {
    expect(await roots({})).toEqual(['default /h/.cline'])
    expect(await roots({ env: { CLINE_DIR: '/a' } })).toEqual(['environment /a', 'default /h/.cline'])
    expect(await roots({ env: { CLINE_DATA_DIR: '/b', CLINE_SESSION_DATA_DIR: '/c' } })).toEqual([
      'environment /b',
      'default /h/.cline',
      'environment /c'
    ])
  })

  it('reads sessions in a folder that a variable names', async () => {
    const home = samples.sampleHome()
    const CLINE_SESSION_DATA_DIR = join(home, '.cline', 'data', 'sessions')
    const sources = await adapter.locate(places(samples.emptyHome(), { env: { CLINE_SESSION_DATA_DIR } }))
    const moved = sources.find(({ root }) => root === CLINE_SESSION_DATA_DIR)
    expect(moved && (await browse(adapter, moved)).sessions.size).toBe(samples.expected.length)
  })

  it('finds the data of the extension in the editors of each system, where there are some', async () => {
    const home = samples.emptyHome()
    for (const folder of ['Library/Application Support/Cursor', 'AppData/Roaming/Code', '.vscode-server/data']) {
      mkdirSync(join(home, folder, 'User/globalStorage/saoudrizwan.claude-dev'), { recursive: true })
    }
    const ends = async (platform: NodeJS.Platform) =>
      (await roots({ platform }, home)).slice(1).map((each) => each.slice(each.indexOf(home) + home.length + 1))
    const server = '.vscode-server/data/User/globalStorage/saoudrizwan.claude-dev'
    expect(await ends('linux')).toEqual([server])
    expect(await ends('darwin')).toEqual([
      'Library/Application Support/Cursor/User/globalStorage/saoudrizwan.claude-dev',
      server
    ])
    expect(await ends('win32')).toEqual(['AppData/Roaming/Code/User/globalStorage/saoudrizwan.claude-dev', server])
  })
})

describe('resume', () => {
  const line = async (home: string, more: Partial<Places>, at = 0) => {
    const source = (await adapter.locate(places(home, more)))[at]
    if (source === undefined) throw new Error('nothing was located')
    return adapter.resume?.line({ source, session: { id, workspace: '/w' }, home })
  }

  it('leads Cline to the store that holds the session', async () => {
    const home = samples.sampleHome()
    expect(await line(home, {})).toMatchObject({ argv: ['--id', id, '-i'], cwd: '/w', env: {} })
    const root = join(home, '.cline')
    const other = { home: '/elsewhere' }
    expect((await line(home, { ...other, flags: [root] }))?.env).toEqual({})
    const moved = samples.sampleHome()
    expect((await line(home, { ...other, flags: [join(moved, '.cline')] }))?.env).toEqual({
      CLINE_DIR: join(moved, '.cline')
    })
    expect((await line(home, { ...other, flags: [join(moved, '.cline', 'data')] }))?.env).toEqual({
      CLINE_DATA_DIR: join(moved, '.cline', 'data')
    })
  })

  it('says that a task of the extension is not for a terminal', async () => {
    const home = samples.emptyHome()
    put(home, '.cline/data/tasks/1764000000000/api_conversation_history.json', [{ role: 'user', content: 'Old' }])
    const source = await samples.sourceIn(home)
    const session = { id: '1764000000000', workspace: '/w' }
    const reasons = await adapter.resume?.check({ source, session, home }, readingFor())
    expect(reasons?.map(({ code }) => code)).toEqual(['cline.task'])
  })
})

describe('config', () => {
  it('shows settings and masks everything that may be a secret; keys of providers are not read', async () => {
    const home = samples.emptyHome()
    put(home, '.cline/data/globalState.json', { mode: 'act', apiKey: 'sk-fake-key', own: 'sk-fake-own' })
    const server = {
      transport: { type: 'stdio', command: 'serve', args: ['sk-fake-arg'], env: { KEY: 'sk-fake-env' } }
    }
    put(home, '.cline/data/settings/cline_mcp_settings.json', { mcpServers: { one: server } })
    put(home, '.cline/data/settings/providers.json', { openai: { apiKey: 'sk-fake-provider' } })
    put(home, '.cline/data/secrets.json', { key: 'sk-fake-secret' })
    const documents = await adapter.config(await samples.sourceIn(home), null, readingFor())
    expect(documents.map(({ name, root }) => [name, root !== undefined])).toEqual([
      ['globalState.json', true],
      ['secrets.json', false],
      ['cline_mcp_settings.json', true],
      ['providers.json', false]
    ])
    const masked = JSON.stringify(documents.map((document) => maskConfig(document, adapter.configRules)))
    expect(masked).not.toContain('sk-fake')
    expect(masked).toContain('serve')
  })
})
