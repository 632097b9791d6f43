import { createHash } from 'node:crypto'
import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { adapter } from './adapter'
import { header, lookAt, madeHome, put, reply, user } from './testing/made-home'
import { removeHomes, sampleHome, sourceIn } from './testing/samples'

afterAll(removeHomes)

const id = '11112222-3333-4444-8555-666677778888'
const log = 'tmp/w/chats/session-2026-11-29T12-00-11112222.jsonl'
const texts = (entries: readonly { kind: string; text: string }[]) =>
  entries.map(({ kind, text }) => `${kind}: ${text}`)

describe('a session of an earlier version', () => {
  const hash = createHash('sha256').update('/home/dev/weather').digest('hex')
  const call = { id: 'c', name: 'read_file', args: { absolute_path: '/x' }, status: 'success', result: 'done' }
  const messages = [user('a', 'hello'), reply('b', 'hi', { toolCalls: [call] }), { ...user('c', ''), content: 'more' }]
  const document = { ...header(id), messages, summary: 'Greeting' }

  it('is read from one document, and its directory found by the hash that names the folder', async () => {
    const name = `tmp/${hash}/chats/session-2025-09-01T12-00-11112222.json`
    const home = madeHome({ [name]: document, 'projects.json': { projects: { '/home/dev/weather': 'weather' } } })
    const { browsed, entriesOf } = await lookAt(home)
    expect(browsed.sessions.get(id)?.listed).toMatchObject({
      title: 'Greeting',
      workspace: '/home/dev/weather',
      layout: 'document',
      state: 'ok'
    })
    expect(texts(entriesOf(id))).toEqual(['user: hello', 'assistant: hi', 'tool: ', 'user: more'])
    expect(entriesOf(id)[2]?.tool).toMatchObject({ status: 'ok', result: 'done' })
    expect(browsed.sessions.get(id)?.account?.accounting).toMatchObject({ read: 4, shown: 4, raw: 0, unreadable: 0 })
  })

  it('has no directory where nothing names one: a folder name is never decoded', async () => {
    const home = madeHome({ 'tmp/home-dev-weather/chats/session-2025-09-01T12-00-11112222.json': document })
    const { browsed } = await lookAt(home)
    expect(browsed.sessions.get(id)?.listed).toMatchObject({ workspace: null, resumable: null })
  })

  it('is listed and counted as damaged when its document is cut off', async () => {
    const text = JSON.stringify(document)
    const home = madeHome({ 'tmp/w/chats/session-2025-09-01T12-00-11112222.json': text.slice(0, text.length - 30) })
    const { browsed } = await lookAt(home)
    expect(browsed.sessions.size).toBe(1)
    const [session] = browsed.sessions.values()
    expect(session?.account?.accounting.unreadable).toBeGreaterThan(0)
  })
})

describe('a log of operations', () => {
  it('shows a message as it was written last, though another came between', async () => {
    const call = (status: string) => ({ id: 'c1', name: 'glob', args: {}, status })
    const records = [
      header(id),
      user('a', 'go'),
      reply('b', 'working', { toolCalls: [call('executing')] }),
      { id: 'n', type: 'info', content: 'a note' },
      reply('b', 'working', { toolCalls: [call('success')] })
    ]
    const { entriesOf, browsed } = await lookAt(madeHome({ [log]: records }))
    expect(texts(entriesOf(id))).toEqual(['user: go', 'notice: a note', 'assistant: working', 'tool: '])
    expect(entriesOf(id)[3]?.tool?.status).toBe('ok')
    expect(browsed.sessions.get(id)?.account?.accounting).toMatchObject({ read: 5, shown: 5 })
  })

  it('C2 shows a message as it was before, where it was written again and that cannot be read', async () => {
    const text = [header(id), reply('b', 'short'), reply('b', 'long')].map((each) => JSON.stringify(each)).join('\n')
    const { entriesOf, browsed } = await lookAt(madeHome({ [log]: `${text.replace('"long"', '"lo""ng"')}\n` }))
    expect(entriesOf(id).map(({ kind }) => kind)).toEqual(['assistant', 'unrecognised'])
    expect(browsed.sessions.get(id)?.account?.accounting).toMatchObject({ read: 3, shown: 2, unreadable: 1 })
  })

  it('calls what has no result running in the last reply, and cancelled before it', async () => {
    const toolCalls = [{ id: 'c1', name: 'glob', args: {}, status: 'executing' }]
    const records = [header(id), reply('b', 'one', { toolCalls }), reply('c', 'two', { toolCalls })]
    const { entriesOf } = await lookAt(madeHome({ [log]: records }))
    expect(entriesOf(id).flatMap(({ tool }) => (tool ? [tool.status] : []))).toEqual(['cancelled', 'running'])
  })

  it('C7 keeps every message when the context of the model is replaced', async () => {
    const context = [{ id: 'x', type: 'user', content: [{ text: '<session_context>\nnow' }] }]
    const summary = { id: 'y', type: 'user', content: [{ text: '<state_snapshot>all of it</state_snapshot>' }] }
    const records = [
      header(id),
      user('a', 'first'),
      reply('b', 'rich'),
      { $set: { messages: [...context, { id: 'a', type: 'user', content: [{ text: 'first' }] }] } },
      { $set: { messages: [...context, summary] } },
      user('c', 'second')
    ]
    const { entriesOf } = await lookAt(madeHome({ [log]: records }))
    expect(entriesOf(id).map(({ kind, notice }) => notice ?? kind)).toEqual(['user', 'assistant', 'compaction', 'user'])
    expect(entriesOf(id)[2]?.text).toContain('all of it')
  })

  it('folds what a rewind took back, with the message that it names, and does not count it', async () => {
    const records = [
      header(id),
      user('a', 'keep'),
      reply('b', 'kept'),
      user('c', 'drop'),
      reply('d', 'dropped'),
      { $rewindTo: 'c' },
      user('e', 'instead')
    ]
    const { entriesOf, browsed } = await lookAt(madeHome({ [log]: records }))
    const entries = entriesOf(id)
    expect(entries.map(({ kind, notice }) => notice ?? kind)).toEqual([
      'user',
      'assistant',
      'rewind',
      'user',
      'assistant',
      'user'
    ])
    const divider = entries[2]?.id
    expect(entries.map(({ parent }) => parent)).toEqual([undefined, undefined, undefined, divider, divider, undefined])
    expect(browsed.sessions.get(id)?.account).toMatchObject({ entries: 4, accounting: { read: 7, shown: 7 } })
  })

  it('takes everything back where a rewind names no message that is there', async () => {
    const records = [header(id), user('a', 'one'), { $rewindTo: 'nowhere' }, user('b', 'two')]
    const { entriesOf } = await lookAt(madeHome({ [log]: records }))
    expect(
      entriesOf(id)
        .map(({ parent, text }) => (parent === undefined ? text : `(${text})`))
        .slice(1)
    ).toEqual(['(one)', 'two'])
  })

  it('goes on with a log that has grown, and sees what a later rewind takes back', async () => {
    const home = madeHome({ [log]: [header(id), user('a', 'one'), reply('b', 'two'), user('c', 'three')] })
    const { source, reading } = await lookAt(home)
    const outline = async () => {
      const opened = await adapter.open(source, id, reading)
      const items = await opened.outline()
      const { entries } = await opened.page({ from: 'start', direction: 'forward', limit: 50 })
      opened.close()
      return { items: items.map(({ text }) => text.slice(0, 8)), live: texts(entries.filter(({ parent }) => !parent)) }
    }
    expect((await outline()).items).toEqual(['one', 'three'])
    const path = join(home, '.gemini', log)
    appendFileSync(path, `${JSON.stringify(user('d', 'four'))}\n`)
    expect((await outline()).items).toEqual(['one', 'three', 'four'])
    appendFileSync(path, `${JSON.stringify({ $rewindTo: 'c' })}\n${JSON.stringify(user('e', 'five'))}\n`)
    const last = await outline()
    expect(last.items).toEqual(['one', 'The conv', 'three', 'four', 'five'])
    expect(last.live.map((text) => text.slice(0, 15))).toEqual([
      'user: one',
      'assistant: two',
      'notice: The con',
      'user: five'
    ])
  })

  it('finds from the end that a rewind far behind took back what is shown', async () => {
    const many = Array.from({ length: 3000 }, (_, index) => reply(`m${index}`, 'x'.repeat(200)))
    const records = [header(id), user('a', 'one'), user('b', 'two'), ...many, { $rewindTo: 'b' }, user('c', 'three')]
    const { source, reading } = await lookAt(madeHome({ [log]: records }))
    const opened = await adapter.open(source, id, reading)
    const { entries } = await opened.page({ from: 'end', direction: 'backward', limit: 3 })
    expect(entries.map(({ kind, parent }) => [kind, parent !== undefined])).toEqual([
      ['assistant', true],
      ['assistant', true],
      ['user', false]
    ])
    const start = await opened.page({ from: 'start', direction: 'forward', limit: 3 })
    expect(start.entries.map(({ kind }) => kind)).toEqual(['user', 'notice', 'user'])
    expect(entries[0]?.parent).toBe(start.entries[1]?.id)
  })

  it('C9 keeps an unknown kind of message, and an unknown part of a patch, raw', async () => {
    const records = [header(id), user('a', 'hello'), { id: 'z', type: 'oracle', content: '?' }, { $set: { mood: 1 } }]
    const { entriesOf, browsed } = await lookAt(madeHome({ [log]: records }))
    expect(entriesOf(id).map(({ kind }) => kind)).toEqual(['user', 'unrecognised'])
    expect(browsed.sessions.get(id)?.account?.accounting).toMatchObject({ read: 4, shown: 2, raw: 2, unreadable: 0 })
  })

  it('C12 shows nothing as typed that the program put in', async () => {
    const records = [
      header(id),
      user('a', '<session_context>\nnow'),
      {
        ...user('b', ''),
        content: [{ text: 'see @x' }, { text: '\n--- Content from referenced files ---' }, { text: 'SECRET' }]
      }
    ]
    const { entriesOf, browsed } = await lookAt(madeHome({ [log]: records }))
    expect(texts(entriesOf(id))).toEqual(['user: see @x'])
    expect(browsed.sessions.get(id)?.listed).toMatchObject({ title: 'see @x', preview: 'see @x' })
  })

  it('says that another file of the session holds messages of its own', async () => {
    const other = 'tmp/w/chats/session-2026-11-29T12-05-11112222.jsonl'
    const home = madeHome({
      [log]: [header(id), user('a', 'one'), reply('b', 'two')],
      [other]: [header(id), user('c', '3')]
    })
    const { browsed } = await lookAt(home)
    expect(browsed.sessions.size).toBe(1)
    const codes = browsed.sessions.get(id)?.account?.findings.map(({ code }) => code)
    expect(codes).toEqual(['gemini.session.other-file'])
  })

  it('tells two sessions apart whose ids begin alike', async () => {
    const twin = '11112222-9999-4444-8555-666677778888'
    const other = 'tmp/w/chats/session-2026-11-29T12-05-11112222.jsonl'
    const { entriesOf } = await lookAt(
      madeHome({ [log]: [header(id), user('a', 'one')], [other]: [header(twin), user('b', 'two')] })
    )
    expect([texts(entriesOf(id)), texts(entriesOf(twin))]).toEqual([['user: one'], ['user: two']])
  })
})

describe('what surrounds the sessions', () => {
  it('lists what was typed in a session whose transcript is gone', async () => {
    const home = sampleHome()
    const gone = '4add6a7e-abb8-48a6-b8d6-655823f1851a'
    rmSync(join(home, '.gemini/tmp/caf-app-v2/chats'), { recursive: true })
    const { browsed, entriesOf } = await lookAt(home)
    expect(browsed.sessions.get(gone)?.listed).toMatchObject({
      state: 'gone',
      title: 'Please add a celsius helper to the forecast script.',
      workspace: '/home/dev/My Projects/café.app_v2',
      resumable: false
    })
    expect(entriesOf(gone).map(({ kind }) => kind)).toEqual(['user', 'user', 'notice', 'notice', 'notice', 'notice'])
  })

  it('says that the commit of a checkpoint is missing', async () => {
    const home = sampleHome()
    rmSync(join(home, '.gemini/history/caf-app-v2/.git'), { recursive: true })
    const source = await sourceIn(home)
    const { reading } = await lookAt(home)
    const found = await adapter.checkpoints(source, '4add6a7e-abb8-48a6-b8d6-655823f1851a', reading)
    const commits = found.filter(({ holds }) => holds.kind === 'shadow commit')
    expect(commits.map(({ valid }) => valid)).toEqual([false, false])
    expect(commits[0]?.findings.map(({ code }) => code)).toContain('gemini.checkpoint.missing')
  })

  it('lists commits of which only the repository tells, with the session that ran then', async () => {
    const home = sampleHome()
    rmSync(join(home, '.gemini/tmp/caf-app-v2/checkpoints'), { recursive: true })
    const { source, reading } = await lookAt(home)
    const found = await adapter.checkpoints(source, '4add6a7e-abb8-48a6-b8d6-655823f1851a', reading)
    const commits = found.filter(({ id: name }) => name.startsWith('commit-'))
    expect(commits.map(({ label }) => label)).toEqual(['Snapshot for write_file', 'Snapshot for replace'])
    expect(commits[0]?.findings.map(({ code }) => code)).toContain('gemini.checkpoint.by-time')
  })

  it('reads settings with comments, and of credentials only that they are there', async () => {
    const home = sampleHome()
    put(home, 'settings.json', '{\n  // mine\n  "ui": {"theme": "Dark"} /* "x" */\n}')
    put(home, 'oauth_creds.json', '{"access_token": "ya29.secret"}')
    put(home, '.env', 'GEMINI_API_KEY=secret')
    const { source, reading } = await lookAt(home)
    const found = await adapter.config(source, null, reading)
    expect(found.map(({ name, root }) => [name, root])).toEqual([
      ['settings.json', { ui: { theme: 'Dark' } }],
      ['.env', undefined],
      ['oauth_creds.json', undefined]
    ])
  })
})
