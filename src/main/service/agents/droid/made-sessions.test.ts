import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry } from '@shared/domain/transcript'
import { afterEach, describe, expect, it } from 'vitest'
import { maskConfig } from '../../redaction/mask-config'
import { backwards, readingFor } from '../conformance/browse'
import { adapter } from './adapter'
import { listSession } from './listing/list-session'
import { sketches } from './listing/session-fold'
import { samples } from './testing/samples'

afterEach(samples.removeHomes)

type Made = Readonly<Record<string, unknown>>

const id = '0199a000-0000-7000-8000-000000000001'
const start: Made = { type: 'session_start', id, title: 'New Session', version: 2, cwd: '/somewhere/else_x.y' }
let count = 0

function message(role: string, content: unknown, more: Made = {}): Made {
  count += 1
  const timestamp = new Date(Date.UTC(2026, 0, 1, 10, 0, count)).toISOString()
  const parent = count === 1 ? {} : { parentId: `m${count - 1}` }
  return { type: 'message', id: `m${count}`, ...parent, timestamp, message: { role, content }, ...more }
}
const said = (text: string, more: Made = {}) => message('user', [{ type: 'text', text }], more)

afterEach(() => {
  count = 0
})

async function openMade(records: readonly Made[]) {
  const home = samples.emptyHome()
  const folder = join(home, '.factory', 'sessions', '-w')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${id}.jsonl`)
  writeFileSync(path, records.map((each) => `${JSON.stringify(each)}\n`).join(''))
  const source = await samples.sourceIn(home)
  const opened = await adapter.open(source, id, readingFor())
  const { entries } = await opened.page({ from: 'start', direction: 'forward', limit: 500 })
  return { home, path, source, opened, entries }
}

const brief = (entries: readonly Entry[]) =>
  entries.map(({ kind, notice, text, tool }) =>
    tool ? `${kind} ${tool.name} ${tool.status}` : `${notice ?? kind}: ${text}`
  )

describe('records that the samples do not have', () => {
  it('shows compactions, plans, notes for the person, and how a turn ended', async () => {
    const { entries, opened } = await openMade([
      start,
      said('Begin.'),
      { type: 'todo_state', id: 't1', todos: { todos: '1. [pending] look' } },
      { type: 'todo_state', id: 't2', todos: [{ content: 'Look', status: 'completed' }] },
      said('A skill was started.', { visibility: 'user_only' }),
      message('assistant', [{ type: 'tool_use', id: 'c', name: 'Execute', input: { command: 'sleep 9' } }]),
      { type: 'agent_turn_outcome', turnId: 'm1', reason: 'cancelled' },
      { type: 'compaction_state', id: 'c1', summaryText: 'It was begun.', removedCount: 2 },
      { type: 'compaction_state', id: 'c2' },
      { type: 'session_settings', model: 'x' },
      { type: 'oracle' }
    ])
    expect(brief(entries)).toEqual([
      'user: Begin.',
      'plan: 1. [pending] look',
      'plan: ',
      'other: A skill was started.',
      'tool Execute cancelled',
      'interruption: The turn ended: cancelled.',
      'compaction: It was begun.',
      'compaction: The conversation was compacted.',
      'unrecognised: A record of an unknown kind: oracle.'
    ])
    expect(entries[2]?.steps).toEqual([{ text: 'Look', status: 'completed' }])
    const { accounting } = await opened.account(new AbortController().signal, () => undefined)
    expect(accounting).toMatchObject({ read: 11, shown: 10, raw: 1, unreadable: 0 })
  })

  it('C12 keeps what is for the model alone raw, and takes reminders off a prompt', async () => {
    const { entries, opened } = await openMade([
      start,
      said('Everything that the model should know.', { visibility: 'llm_only' }),
      message('user', [
        { type: 'text', text: '<system-reminder>\nIt is late.\n</system-reminder>' },
        { type: 'text', text: 'What does <system-reminder> mean?' },
        { type: 'document', title: 'plan.pdf', source: { type: 'base64', data: '' } }
      ])
    ])
    expect(brief(entries)).toEqual(['user: What does <system-reminder> mean?\n(document: plan.pdf)'])
    expect((await opened.account(new AbortController().signal, () => undefined)).accounting.raw).toBe(1)
  })

  it('keeps a branch that was left, below the divider where the conversation went on from an earlier point', async () => {
    const { entries, opened } = await openMade([
      start,
      said('One'),
      said('Two'),
      said('Three'),
      said('Instead', { parentId: 'm1' }),
      // Context that droid puts in names no record that it follows.
      message('user', 'Context', { visibility: 'llm_only', parentId: undefined }),
      said('Four')
    ])
    const rewind = entries.find(({ notice }) => notice === 'rewind')
    expect(entries.filter(({ parent }) => parent === rewind?.id).map(({ text }) => text)).toEqual(['Two', 'Three'])
    expect(entries.filter(({ kind, parent }) => kind === 'user' && !parent).map(({ text }) => text)).toEqual([
      'One',
      'Instead',
      'Four'
    ])
    expect(await backwards(opened, 2)).toEqual(entries)
  })
})

describe('listing', () => {
  it('B4 believes the record, not the folder, and gives the place-holder of a title for the first prompt', async () => {
    const { opened } = await openMade([start, said('Hello')])
    expect(opened.summary).toMatchObject({ workspace: '/somewhere/else_x.y', title: 'Hello' })
  })

  it('shows a title that a person gave, also of a fork', async () => {
    const named = { title: 'Hello', sessionTitle: 'Größe', isSessionTitleManuallySet: true, parent: 'p' }
    const { opened } = await openMade([{ ...start, ...named, forkedAtMessageId: 'm1' }, said('Hello'), said('Own')])
    expect(opened.summary).toMatchObject({ title: 'Größe', parent: 'p', parentKind: 'fork' })
    expect(opened.summary.prompts?.map(({ text }) => text)).toEqual(['Own'])
  })

  it('lists a session that a call started below the one that called', async () => {
    const { opened } = await openMade([{ ...start, callingSessionId: 'caller', callingToolUseId: 'c' }, said('Task')])
    expect(opened.summary).toMatchObject({ parent: 'caller', parentKind: 'subagent' })
  })

  it('D6 costs what was appended', async () => {
    const { path } = await openMade([start, said('Begin.'), said('x'.repeat(900_000))])
    const file = { unit: 'sessions/made', path, id }
    listSession(file)
    const before = sketches.bytesRead
    const line = `${JSON.stringify(said('Later'))}\n`
    appendFileSync(path, line)
    expect(listSession(file).preview).toBe('Later')
    expect(sketches.bytesRead - before).toBe(Buffer.byteLength(line))
  })

  it('reads the session without the file of its settings, and with a damaged one', async () => {
    const { path, source, opened } = await openMade([start, said('Hello')])
    const account = await opened.account(new AbortController().signal, () => undefined)
    expect(account.usage).toBeUndefined()
    writeFileSync(path.replace('.jsonl', '.settings.json'), '{"tokenUsage":')
    const again = await adapter.open(source, id, readingFor())
    expect(again.summary.state).toBe('ok')
  })
})

describe('locate', () => {
  it('finds the folder in the home, and takes a home for the folder in it', async () => {
    const home = samples.sampleHome()
    const places = { home, env: {}, platform: 'linux', cwd: '/', settings: [] } as const
    const roots = async (flags: readonly string[]) =>
      (await adapter.locate({ ...places, flags })).map(({ root, origin }) => [origin, root])
    expect(await roots([])).toEqual([['default', join(home, '.factory')]])
    expect(await roots([home])).toEqual([['flag', join(home, '.factory')]])
  })
})

describe('config', () => {
  it('shows settings and masks everything that may be a secret; credentials are not read', async () => {
    const home = samples.emptyHome()
    const root = join(home, '.factory')
    mkdirSync(root, { recursive: true })
    const model = {
      model: 'large',
      apiKey: 'sk-fake-key',
      baseUrl: 'https://u:sk-fake-url@example.org',
      own: 'sk-fake'
    }
    writeFileSync(join(root, 'settings.json'), `// mine\n${JSON.stringify({ customModels: [model] })}`)
    const server = { type: 'stdio', command: 'serve', args: ['sk-fake-arg'], env: { KEY: 'sk-fake-env' } }
    writeFileSync(join(root, 'mcp.json'), JSON.stringify({ mcpServers: { one: server } }))
    writeFileSync(join(root, 'auth.json'), '{"key":"sk-fake-auth"}')
    const documents = await adapter.config(await samples.sourceIn(home), null, readingFor())
    expect(documents.map(({ name, root: value }) => [name, value !== undefined])).toEqual([
      ['settings.json', true],
      ['mcp.json', true],
      ['auth.json', false]
    ])
    const masked = JSON.stringify(documents.map((document) => maskConfig(document, adapter.configRules)))
    expect(masked).not.toContain('sk-fake')
    expect(masked).toContain('large')
  })
})
