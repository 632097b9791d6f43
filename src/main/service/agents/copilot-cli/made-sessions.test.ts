import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Entry } from '@shared/domain/transcript'
import { afterEach, describe, expect, it } from 'vitest'
import { maskConfig } from '../../redaction/mask-config'
import { browse, readingFor } from '../conformance/browse'
import { adapter } from './adapter'
import { sessionFile } from './files/session-files'
import { listSessions } from './listing/list-sessions'
import { sketches } from './listing/session-fold'
import { samples } from './testing/samples'

afterEach(samples.removeHomes)

type Made = Readonly<Record<string, unknown>>

const id = '0199a000-0000-7000-8000-000000000001'
let count = 0
afterEach(() => {
  count = 0
})

function event(type: string, data: Made = {}, more: Made = {}): Made {
  count += 1
  const timestamp = new Date(Date.UTC(2026, 0, 1, 10, 0, count)).toISOString()
  return { type, data, id: `e${count}`, timestamp, parentId: count === 1 ? null : `e${count - 1}`, ...more }
}
const begin = () => event('session.start', { sessionId: id, context: { cwd: '/w' }, copilotVersion: '1.0.0' })
const said = (content: string, more: Made = {}) => event('user.message', { content, ...more })

function put(home: string, name: string, content: string | readonly Made[]): string {
  const path = join(home, '.copilot', name)
  mkdirSync(dirname(path), { recursive: true })
  const text = typeof content === 'string' ? content : content.map((each) => `${JSON.stringify(each)}\n`).join('')
  writeFileSync(path, text)
  return path
}

async function openMade(events: readonly Made[], files: Readonly<Record<string, string>> = {}) {
  const home = samples.emptyHome()
  const path = put(home, `session-state/${id}/events.jsonl`, events)
  for (const [name, content] of Object.entries(files)) put(home, `session-state/${id}/${name}`, content)
  const source = await samples.sourceIn(home)
  const opened = await adapter.open(source, id, readingFor())
  const { entries } = await opened.page({ from: 'start', direction: 'forward', limit: 500 })
  return { home, path, source, opened, entries }
}

const brief = (entries: readonly Entry[]) =>
  entries.map(({ kind, notice, text, tool }) =>
    tool ? `${kind} ${tool.name} ${tool.status}` : `${notice ?? kind}: ${text}`
  )

describe('events that the samples do not have', () => {
  it('shows them as dividers, and unknown ones raw and folded', async () => {
    const { entries, opened } = await openMade([
      begin(),
      said('Begin.'),
      event('session.model_change', { newModel: 'small', source: 'startup' }),
      event('session.model_change', { newModel: 'large', source: 'model_picker' }),
      event('session.mode_changed', { previousMode: 'interactive', newMode: 'plan' }),
      event('session.compaction_start', {}),
      event('session.compaction_complete', { success: true, summaryContent: 'It was begun.' }),
      event('session.compaction_complete', { success: false, error: 'no room' }),
      event('session.truncation', { messagesRemovedDuringTruncation: 4 }),
      event('session.error', { errorType: 'quota', message: 'Too many requests' }),
      event('session.snapshot_rewind', { upToEventId: 'e9', eventsRemoved: 12 }),
      event('skill.invoked', { name: 'pdf', content: 'All about it' }),
      event('session.task_complete', { summary: 'All done' }),
      event('permission.requested', {}),
      event('session.oracle', {})
    ])
    expect(brief(entries)).toEqual([
      'user: Begin.',
      'setting: Model: large',
      'setting: Mode: plan',
      'compaction: It was begun.',
      'failure: The compaction failed: no room.',
      'compaction: The agent left out 4 earlier messages.',
      'failure: Too many requests',
      'rewind: The session was rewound; 12 events were removed from it.',
      'other: Skill: pdf',
      'run: All done',
      'unrecognised: An event of an unknown kind: session.oracle.'
    ])
    const { accounting } = await opened.account(new AbortController().signal, () => undefined)
    expect(accounting).toMatchObject({ read: 15, shown: 14, raw: 1, unreadable: 0 })
  })

  it('B1 B2 names the repository and all directories that it was in, and begins where it began', async () => {
    const moved = { cwd: '/elsewhere', repository: 'c/d' }
    const { source } = await openMade([
      event('session.start', { sessionId: id, context: { cwd: '/w', repository: 'a/b' } }),
      said('Begin.'),
      event('session.context_changed', moved),
      event('session.resume', { context: { ...moved, cwd: '/third' } }),
      said('Go on.')
    ])
    const listed = async () => (await browse(adapter, source)).sessions.get(id)?.listed
    const directories = ['/w', '/elsewhere', '/third']
    expect(await listed()).toMatchObject({ workspace: '/w', directories, repository: 'github.com/a/b' })
    const own = { cwd: '/w', repository: 'a/b', repositoryHost: 'git.example.com' }
    const { source: other } = await openMade([event('session.start', { sessionId: id, context: own }), said('Begin.')])
    const [found] = (await browse(adapter, other)).sessions.values()
    expect(found?.listed).toMatchObject({ repository: 'git.example.com/a/b' })
    expect(found?.listed.directories).toBeUndefined()
  })

  it('C12 shows as typed only what was typed', async () => {
    const { entries, opened } = await openMade([
      begin(),
      said('Typed.', { transformedContent: '<current_datetime>now</current_datetime>\nTyped.' }),
      said('All about PDF.', { source: 'skill-pdf' }),
      said('Go on.', { isAutopilotContinuation: true }),
      event('system.notification', { content: 'A shell has ended.' })
    ])
    expect(brief(entries)).toEqual(['user: Typed.'])
    expect(opened.summary.prompts?.map(({ text }) => text)).toEqual(['Typed.'])
    expect((await opened.account(new AbortController().signal, () => undefined)).accounting.raw).toBe(3)
  })

  it('shows commands that the person ran, and what an interruption left undone', async () => {
    const { entries } = await openMade([
      begin(),
      event('tool.user_requested', { toolCallId: 's', toolName: 'bash', arguments: { command: 'ls' } }),
      event('tool.execution_complete', { toolCallId: 's', success: true, result: { content: 'a\n' } }),
      event('assistant.message', { content: '', toolRequests: [{ toolCallId: 'c', name: 'bash', arguments: {} }] }),
      event('abort', { reason: 'user_initiated' })
    ])
    expect(brief(entries)).toEqual([
      'shell bash ok',
      'tool bash cancelled',
      'interruption: The turn was interrupted: user_initiated.'
    ])
    expect(entries[0]).toMatchObject({ text: 'ls', tool: { result: 'a\n' } })
  })

  it('finds an attached image, which an earlier event may hold for several', async () => {
    const assetId = `sha256:${'a'.repeat(64)}`
    const part = { type: 'file', path: '/w/a.png', displayName: 'a.png', assetId, mimeType: 'image/png', byteLength: 3 }
    const { entries, opened } = await openMade([
      begin(),
      event('session.binary_asset', { assetId, type: 'image', mimeType: 'image/png', data: 'QUJD' }),
      said(`Look at it, ${assetId}.`, { attachments: [part, { type: 'directory', path: '/w' }] }),
      said('And again.', { attachments: [part] })
    ])
    for (const entry of entries) {
      expect(entry.images).toEqual([{ mediaType: 'image/png', bytes: 3 }])
      expect(Buffer.from((await opened.image(entry.id, 0))?.data ?? []).toString()).toBe('ABC')
    }
  })

  it('counts the usage of a reply once, however often it is written', async () => {
    const usage = (apiCallId: string, inputTokens: number) =>
      event('session.usage_record', { usage: { apiCallId, inputTokens, outputTokens: 1, cacheReadTokens: 2 } })
    const { opened } = await openMade([begin(), usage('a', 10), usage('a', 10), usage('b', 5)])
    const account = await opened.account(new AbortController().signal, () => undefined)
    expect(account.usage).toEqual({ replies: 2, input: 15, output: 2, cached: 4 })
  })

  it('is not misled by the id of a subagent', async () => {
    const { home } = await openMade([
      begin(),
      said('Own'),
      event('user.message', { content: 'Task', source: 'agent-x' }, { agentId: '__proto__' })
    ])
    const { sessions } = await browse(adapter, await samples.sourceIn(home))
    expect([...sessions.keys()]).toEqual([id, '__proto__'])
    expect(Object.hasOwn(Object.prototype, 'prompts')).toBe(false)
  })
})

describe('listing', () => {
  it('shows the name that a person gave, and the directory of the log', async () => {
    const yaml = `id: ${id}\ncwd: /elsewhere\nname: 2026-01-01\nuser_named: true\n`
    const { opened } = await openMade([begin(), said('Hello')], { 'workspace.yaml': yaml })
    expect(opened.summary).toMatchObject({ title: '2026-01-01', workspace: '/w' })
  })

  it('reads the session without what is beside it, and with damaged files there', async () => {
    const files = { 'workspace.yaml': ': [', 'rewind-file-snapshots/index.json': '{"snapshots":' }
    const { opened, source } = await openMade([begin(), said('Hello')], files)
    expect(opened.summary).toMatchObject({ title: 'Hello', state: 'ok', ownCheckpoints: 0 })
    expect(await adapter.checkpoints(source, id, readingFor())).toEqual([])
  })

  it('reads a log that lies in no folder of its own', async () => {
    const home = samples.emptyHome()
    put(home, `session-state/${id}.jsonl`, [begin(), said('Hello')])
    const source = await samples.sourceIn(home)
    expect((await adapter.open(source, id, readingFor())).summary).toMatchObject({ title: 'Hello', layout: 'one file' })
    expect(await adapter.sessionFingerprint(source, id, readingFor())).not.toBeNull()
  })

  it('D6 costs what was appended', async () => {
    const { home, path } = await openMade([begin(), said('Begin.'), said('x'.repeat(900_000))])
    const file = sessionFile(join(home, '.copilot'), id)
    if (file === null) throw new Error('the session is not found')
    listSessions(file)
    const before = sketches.bytesRead
    const line = `${JSON.stringify(said('Later'))}\n`
    appendFileSync(path, line)
    expect(listSessions(file)[0]?.preview).toBe('Later')
    expect(sketches.bytesRead - before).toBe(Buffer.byteLength(line))
  })
})

describe('locate', () => {
  it('looks where COPILOT_HOME says, beside the usual place', async () => {
    const places = { home: '/h', platform: 'linux', cwd: '/c', settings: [], flags: [] } as const
    const roots = async (env: Record<string, string>) =>
      (await adapter.locate({ ...places, env })).map(({ root, origin }) => `${origin} ${root}`)
    expect(await roots({})).toEqual(['default /h/.copilot'])
    expect(await roots({ COPILOT_HOME: '~/moved' })).toEqual(['environment /h/moved', 'default /h/.copilot'])
  })
})

describe('config', () => {
  it('shows settings and masks everything that may be a secret', async () => {
    const home = samples.emptyHome()
    put(
      home,
      'config.json',
      JSON.stringify({ model: 'large', copilot_tokens: { 'host:me': 'sk-fake-token' }, own: 'sk-fake-own' })
    )
    const server = { type: 'http', url: 'https://u:sk-fake-url@example.org', headers: { a: 'sk-fake-header' } }
    put(home, 'mcp-config.json', JSON.stringify({ mcpServers: { one: server } }))
    put(home, 'mcp-oauth-tokens.json', '{"token":"sk-fake-oauth"}')
    const documents = await adapter.config(await samples.sourceIn(home), null, readingFor())
    expect(documents.map(({ name, root }) => [name, root !== undefined])).toEqual([
      ['config.json', true],
      ['mcp-config.json', true],
      ['mcp-oauth-tokens.json', false]
    ])
    const masked = JSON.stringify(documents.map((document) => maskConfig(document, adapter.configRules)))
    expect(masked).not.toContain('sk-fake')
    expect(masked).toContain('large')
  })
})
