import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry } from '@shared/domain/transcript'
import { describe, expect, it } from 'vitest'
import { openSession, sessionFingerprint } from '../sessions/open-session'
import { emptyHome, fixtureHome, put, sourceAt } from '../testing/fixture-home'

const at = (second: number) => `2026-11-20T10:00:${String(second).padStart(2, '0')}Z`
const message = (role: string, content: string, second: number, more: object = {}) => ({
  role,
  content,
  timestamp: at(second),
  ...more
})
const call = (id: string, second: number, more: object = {}) => ({
  id,
  name: 'shell',
  arguments: '{"command":"ls"}',
  result: 'out',
  success: true,
  duration_ms: 5,
  timestamp: at(second),
  ...more
})

function opened(state: object) {
  const home = emptyHome()
  put(home, '.gestura/agent_sessions/s.json', { id: 's', title: 'T', created_at: at(0), last_active: at(9), state })
  return openSession(sourceAt(home), 's')
}

async function entriesOf(state: object): Promise<readonly Entry[]> {
  return (await opened(state).page({ from: 'start', direction: 'forward', limit: 100 })).entries
}

const kinds = (entries: readonly Entry[]) =>
  entries.map(({ kind, text, tool }) => (tool ? `${kind}:${tool.result}` : `${kind}:${text}`))

describe('the entries of a session', () => {
  it('join a tool message with its call by id, also when two calls share one', async () => {
    const entries = await entriesOf({
      messages: [
        message('user', 'go', 1),
        message('tool', 'first', 2, { tool_call_id: 'x' }),
        message('tool', 'second', 3, { tool_call_id: 'x' })
      ],
      tool_calls: [call('x', 2, { result: 'first' }), call('x', 3, { result: 'second', success: false })]
    })
    expect(kinds(entries)).toEqual(['user:go', 'tool:first', 'tool:second'])
    expect(entries.map(({ tool }) => tool?.status)).toEqual([undefined, 'ok', 'failed'])
    expect(entries[1]?.tool).toMatchObject({ arguments: { command: 'ls' }, durationMs: 5, callId: 'x' })
  })

  it('give a call to one message only', async () => {
    const entries = await entriesOf({
      messages: [
        message('tool', 'first', 1, { tool_call_id: 'x' }),
        message('tool', 'again', 2, { tool_call_id: 'x' })
      ],
      tool_calls: [call('x', 1)]
    })
    expect(entries.map(({ tool }) => tool?.name)).toEqual(['shell', 'unknown tool'])
  })

  it('show a call without a message where its time puts it', async () => {
    const entries = await entriesOf({
      messages: [message('user', 'go', 1), message('assistant', 'done', 5)],
      tool_calls: [call('x', 3)]
    })
    expect(kinds(entries)).toEqual(['user:go', 'tool:out', 'assistant:done'])
  })

  it('show a tool message without a call, with a finding', async () => {
    const session = opened({ messages: [message('tool', 'lost', 1, { tool_call_id: 'x' })] })
    const { entries } = await session.page({ from: 'start', direction: 'forward', limit: 10 })
    expect(entries[0]?.tool).toMatchObject({ name: 'unknown tool', result: 'lost', arguments: null })
    expect(session.findings.map(({ code }) => code)).toEqual(['gestura.tool.no-call'])
  })

  it('put thinking before its answer, and leave an empty answer out', async () => {
    const entries = await entriesOf({
      messages: [
        message('assistant', 'a', 1, { thinking: 'hm' }),
        message('assistant', '', 2, { thinking: 'so' }),
        message('assistant', '', 3)
      ]
    })
    expect(kinds(entries)).toEqual(['thinking:hm', 'assistant:a', 'thinking:so', 'assistant:'])
    expect(new Set(entries.map(({ id }) => id)).size).toBe(4)
  })

  it('C12 take what the program put in as a notice, what a person spoke as a prompt', async () => {
    const entries = await entriesOf({
      messages: [
        message('user', 'injected', 1, { source: 'system' }),
        message('system', 'rules', 2),
        message('user', 'hi', 3, { source: 'voice' })
      ]
    })
    expect(kinds(entries)).toEqual(['notice:injected', 'notice:rules', 'user:hi'])
  })

  it('C9 keep unknown roles and activities raw, and count them so', async () => {
    const session = opened({
      messages: [message('critic', 'hm', 1), 'no message', message('user', 'go', 4)],
      activity_log: [
        { event_type: 'session-user-message', payload: { content: 'go' }, timestamp: at(4) },
        { event_type: 'agent-stream-narration', payload: 'I look around', timestamp: at(5) },
        { event_type: 'agent-dreams', payload: {}, timestamp: at(3) }
      ]
    })
    const { entries } = await session.page({ from: 'start', direction: 'forward', limit: 10 })
    expect(kinds(entries)).toEqual([
      'unrecognised:hm',
      'unrecognised:A message of a form that Reprise does not know.',
      'unrecognised:agent-dreams',
      'user:go',
      'notice:I look around'
    ])
    const { accounting, entries: count } = await session.account(new AbortController().signal, () => undefined)
    expect(accounting).toMatchObject({ read: 6, shown: 3, raw: 3, unreadable: 0 })
    expect(count).toBe(2)
  })

  it('tell a paused turn as one notice that holds only what is new', async () => {
    const entries = await entriesOf({
      messages: [message('user', 'go', 1)],
      paused_execution: {
        original_input: 'go',
        system_prompt: 'fake-secret',
        history: [],
        partial_content: 'I would',
        completed_tool_calls: [{ id: 'x' }],
        iteration: 3,
        source: 'CliTui',
        paused_at: at(7)
      }
    })
    expect(entries.at(-1)).toMatchObject({ kind: 'notice', notice: 'interruption', id: 'paused' })
    expect(entries.at(-1)?.text).toBe(
      'The turn was paused at step 3, after 1 tool call. It was started in the terminal UI.\n\nUnfinished reply:\nI would'
    )
  })

  it('leave arguments as text that are no JSON, or nested too deeply to be sent on', async () => {
    const deep = '['.repeat(5000) + ']'.repeat(5000)
    const entries = await entriesOf({
      tool_calls: [call('1', 1, { arguments: 'ls -l' }), call('2', 2, { arguments: deep })]
    })
    expect(entries.map(({ tool }) => tool?.arguments)).toEqual(['ls -l', deep])
  })

  it('show what the file tool writes as an edit', async () => {
    const edit = JSON.stringify({ operation: 'edit', path: 'a.js', old: 'x', new: 'y' })
    const write = JSON.stringify({ operation: 'write', path: 'b.md', content: 'z' })
    const named = JSON.stringify({ operation: 'edit', path: 'c.js', old_text: '1', new_text: '2' })
    const read = JSON.stringify({ operation: 'read', path: 'c.js' })
    const entries = await entriesOf({
      tool_calls: [edit, write, named, read].map((text, at) => call(String(at), at, { name: 'file', arguments: text }))
    })
    expect(entries.map(({ tool }) => tool?.edits)).toEqual([
      [{ path: 'a.js', before: 'x', after: 'y' }],
      [{ path: 'b.md', after: 'z' }],
      [{ path: 'c.js', before: '1', after: '2' }],
      undefined
    ])
  })
})

describe('pages', () => {
  const messages = Array.from({ length: 10 }, (_, index) => message('user', String(index), index))
  const texts = (page: { entries: readonly Entry[] }) => page.entries.map(({ text }) => text).join('')

  it('go on from a cursor in both directions', async () => {
    const session = opened({ messages })
    const last = await session.page({ from: 'end', direction: 'backward', limit: 4 })
    expect([texts(last), last.before, last.after]).toEqual(['6789', '6', null])
    const middle = await session.page({ from: last.before ?? '', direction: 'backward', limit: 4 })
    expect([texts(middle), middle.before, middle.after]).toEqual(['2345', '2', '6'])
    const first = await session.page({ from: 'start', direction: 'forward', limit: 3 })
    expect([texts(first), first.before, first.after]).toEqual(['012', null, '3'])
    const rest = await session.page({ from: first.after ?? '', direction: 'forward', limit: 100 })
    expect([texts(rest), rest.after]).toEqual(['3456789', null])
  })

  it('start at the prompt that an outline item names', async () => {
    const session = opened({ messages: [...messages, message('assistant', 'end', 11)] })
    const outline = await session.outline()
    expect(outline).toHaveLength(10)
    const page = await session.page({ from: outline[7]?.cursor ?? '', direction: 'forward', limit: 1 })
    expect(page.entries[0]?.id).toBe(outline[7]?.entry)
  })

  it('refuse what is no cursor, and take one that lies behind the end', async () => {
    const session = opened({ messages })
    await expect(session.page({ from: 'x', direction: 'forward', limit: 1 })).rejects.toMatchObject({
      failure: { code: 'bad.input' }
    })
    expect((await session.page({ from: '500', direction: 'forward', limit: 1 })).entries).toEqual([])
  })
})

describe('raw records', () => {
  it('stand in their own spelling', async () => {
    const home = emptyHome()
    const spelled = '{"role":"tool", "content":"x", "tool_call_id":"c", "n": 1.50, "timestamp":"2026-11-20T10:00:00Z"}'
    const text = `{"id":"s","title":"t","created_at":"${at(0)}","last_active":"${at(0)}","state":{"messages":[\n      ${spelled}],"tool_calls":[${JSON.stringify(call('c', 1))}]}}`
    put(home, '.gestura/agent_sessions/s.json', text)
    const session = openSession(sourceAt(home), 's')
    expect(await session.raw('m0')).toBe(`${spelled}\n\n${JSON.stringify(call('c', 1))}`)
    expect(await session.entry('m0')).toMatchObject({ kind: 'tool' })
    expect(await session.entry('m9')).toBeNull()
  })

  it('of an element of the oldest GUI are found in its file', async () => {
    const session = openSession(sourceAt(fixtureHome('gestura')), 'old-18')
    expect(JSON.parse(await session.raw('m0'))).toMatchObject({
      role: 'user',
      content: 'Décris le projet en une phrase'
    })
  })

  it('are spelled anew when the file is gone meanwhile', async () => {
    const home = emptyHome()
    const path = put(home, '.gestura/agent_sessions/s.json', {
      id: 's',
      state: { messages: [message('user', 'hi', 1)] }
    })
    const session = openSession(sourceAt(home), 's')
    rmSync(path)
    expect(JSON.parse(await session.raw('m0'))).toMatchObject({ content: 'hi' })
  })
})

describe('openSession', () => {
  it('finds a session by the id inside, though its file is named otherwise', () => {
    const home = emptyHome()
    const path = put(home, '.gestura/agent_sessions/other name.json', {
      id: 'inside',
      title: 'T',
      created_at: at(0),
      last_active: at(0)
    })
    const session = openSession(sourceAt(home), 'inside')
    expect(session.path).toBe(path)
    expect(session.summary).toMatchObject({ id: 'inside', state: 'ok', resumable: false })
    expect(session.findings.map(({ code }) => code)).toEqual(['gestura.session.file-name'])
    expect(sessionFingerprint(sourceAt(home), 'inside')).not.toBeNull()
  })

  it('says that a session is gone, and that one is unreadable', () => {
    const home = emptyHome()
    put(home, '.gestura/agent_sessions/cut.json', '{"id": "cut"')
    const failure = (id: string) => {
      try {
        openSession(sourceAt(home), id)
        return null
      } catch (error) {
        return (error as { failure?: { code: string } }).failure?.code
      }
    }
    expect(failure('none')).toBe('session.gone')
    expect(failure('../cut')).toBe('session.gone')
    expect(failure('cut')).toBe('session.unreadable')
    expect(sessionFingerprint(sourceAt(home), 'none')).toBeNull()
  })

  it('changes its fingerprint when the file changes, and only then', () => {
    const home = fixtureHome('gestura')
    const id = '7630fea9-c99d-43c4-93f8-b25e662f9732'
    const source = sourceAt(home)
    const before = sessionFingerprint(source, id)
    put(home, '.gestura/tasks/other.json', {})
    expect(sessionFingerprint(source, id)).toBe(before)
    put(home, join('.gestura', 'agent_sessions', `${id}.json`), { id })
    expect(sessionFingerprint(source, id)).not.toBe(before)
  })
})
