import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { browse, readingFor } from '../conformance/browse'
import { adapter } from './adapter'
import { emptyHome, removeHomes, sourceIn } from './testing/samples'

afterAll(removeHomes)

const id = 'made'
let time = 0

type Made = Record<string, unknown>

function record(uuid: string, parentUuid: string | null, more: Made): Made {
  time += 1000
  const timestamp = new Date(Date.UTC(2026, 10, 29, 12) + time).toISOString()
  return { uuid, parentUuid, sessionId: id, timestamp, cwd: '/w/a.b', version: '0.24.4', ...more }
}

const user = (uuid: string, parent: string | null, text: string, more: Made = {}) =>
  record(uuid, parent, { type: 'user', provenance: 'real_user', message: { role: 'user', parts: [{ text }] }, ...more })
const reply = (uuid: string, parent: string, parts: readonly Made[]) =>
  record(uuid, parent, { type: 'assistant', model: 'm', message: { role: 'model', parts } })
const result = (uuid: string, parent: string, parts: readonly Made[], about: Made = {}) =>
  record(uuid, parent, { type: 'tool_result', message: { role: 'user', parts }, toolCallResult: about })
const call = (callId: string) => ({ functionCall: { id: callId, name: 'glob', args: {} } })
const response = (callId: string, more: Made = {}) => ({
  functionResponse: { id: callId, name: 'glob', response: { output: callId }, ...more }
})

function put(home: string, name: string, text: string): void {
  const path = join(home, '.qwen', name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

async function lookAt(records: readonly Made[], cut = (text: string) => text) {
  const home = emptyHome()
  put(home, `projects/-w-a-b/chats/${id}.jsonl`, cut(records.map((each) => `${JSON.stringify(each)}\n`).join('')))
  const source = await sourceIn(home)
  const session = (await browse(adapter, source)).sessions.get(id)
  return { home, source, session, entries: session?.entries ?? [] }
}

describe('a session of Qwen Code', () => {
  it('folds a branch that was left, and does not count it', async () => {
    const { entries, session, source } = await lookAt([
      user('a', null, 'keep'),
      reply('b', 'a', [{ text: 'kept' }]),
      user('c', 'b', 'drop'),
      reply('d', 'c', [{ text: 'dropped' }]),
      user('e', 'b', 'instead')
    ])
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
    expect(session?.account).toMatchObject({ entries: 4, accounting: { read: 5, shown: 5 } })
    const opened = await adapter.open(source, id, readingFor())
    const end = await opened.page({ from: 'end', direction: 'backward', limit: 2 })
    expect(end.entries).toEqual(entries.slice(-2))
  })

  it('goes on with a file that has grown, and sees which branch was left since', async () => {
    const { source, home } = await lookAt([
      user('a', null, 'one'),
      reply('b', 'a', [{ text: 'x' }]),
      user('c', 'b', 'two')
    ])
    const outline = async () => {
      const opened = await adapter.open(source, id, readingFor())
      const items = await opened.outline()
      const { entries } = await opened.page({ from: 'end', direction: 'backward', limit: 2 })
      return [items.map(({ text }) => text.slice(0, 8)), entries.map(({ parent }) => parent !== undefined)]
    }
    expect(await outline()).toEqual([
      ['one', 'two'],
      [false, false]
    ])
    const path = join(home, `.qwen/projects/-w-a-b/chats/${id}.jsonl`)
    appendFileSync(path, `${JSON.stringify(user('d', 'c', 'three'))}\n`)
    expect(await outline()).toEqual([
      ['one', 'two', 'three'],
      [false, false]
    ])
    appendFileSync(path, `${JSON.stringify(user('e', 'b', 'four'))}\n`)
    expect(await outline()).toEqual([
      ['one', 'The conv', 'two', 'three', 'four'],
      [true, false]
    ])
  })

  it('C2 takes nothing as left behind because a record between cannot be read', async () => {
    const records = [user('a', null, 'one'), reply('b', 'a', [{ text: 'two' }]), user('c', 'b', 'three')]
    const { entries } = await lookAt(records, (text) => text.replace('{"uuid":"b"', '{"uuid":b'))
    expect(entries.map(({ kind, parent }) => [kind, parent])).toEqual([
      ['user', undefined],
      ['unrecognised', undefined],
      ['user', undefined]
    ])
  })

  it('joins parallel calls with their results, and knows how each went', async () => {
    const { entries } = await lookAt([
      user('a', null, 'go'),
      reply('b', 'a', [call('1'), call('2'), call('3')]),
      result('c', 'b', [response('2')], { callId: '2', status: 'cancelled' }),
      result('d', 'c', [response('1', { response: { error: 'no' } })], { callId: '1', status: 'error', durationMs: 5 }),
      user('e', 'd', 'next'),
      reply('f', 'e', [call('4')])
    ])
    const tools = entries.flatMap(({ tool }) => (tool ? [tool] : []))
    expect(tools.map(({ status }) => status)).toEqual(['failed', 'cancelled', 'cancelled', 'running'])
    expect(tools[0]).toMatchObject({ result: 'no', durationMs: 5 })
  })

  it('shows the images of a prompt and of a result', async () => {
    const inlineData = { mimeType: 'image/png', data: Buffer.from('a picture').toString('base64') }
    const { entries, source } = await lookAt([
      user('a', null, '', { message: { role: 'user', parts: [{ text: 'look' }, { inlineData }] } }),
      reply('b', 'a', [call('1')]),
      result('c', 'b', [response('1', { parts: [{ inlineData }] })], { callId: '1', status: 'success' })
    ])
    expect(entries.map(({ images }) => images?.[0]?.bytes)).toEqual([9, 9])
    const opened = await adapter.open(source, id, readingFor())
    for (const entry of entries) {
      expect(Buffer.from((await opened.image(entry.id, 0))?.data ?? []).toString()).toBe('a picture')
    }
  })

  it('has the title that the person gave, and keeps an unknown kind raw', async () => {
    const title = { type: 'system', subtype: 'custom_title', systemPayload: { customTitle: 'Mine' } }
    const { session } = await lookAt([
      user('a', null, 'go'),
      record('b', 'a', title),
      record('c', 'b', { type: 'system', subtype: 'oracle' })
    ])
    expect(session?.listed).toMatchObject({ title: 'Mine', workspace: '/w/a.b', resumable: true })
    expect(session?.account?.accounting).toMatchObject({ read: 3, shown: 2, raw: 1, unreadable: 0 })
  })

  it('B2 names the directory whose folder holds the session, and says that there were several', async () => {
    const { session } = await lookAt([user('a', null, 'go', { cwd: '/elsewhere' }), user('b', 'a', 'on')])
    expect(session?.listed.workspace).toBe('/w/a.b')
    expect(session?.account?.findings.map(({ code }) => code)).toContain('qwen-code.session.directories')
  })

  it('lists a session of an earlier version, and says that it is one', async () => {
    const home = emptyHome()
    const older = { sessionId: '11112222-3333', messages: [] }
    put(home, 'tmp/0af1/chats/session-2025-09-01T12-00-11112222.json', JSON.stringify(older, null, 2))
    const found = (await browse(adapter, await sourceIn(home))).sessions.get('11112222-3333')
    expect(found?.listed).toMatchObject({ state: 'older', workspace: null })
    expect(found?.failure).toBe('session.unreadable')
  })

  it('reads settings, and of credentials only that they are there', async () => {
    const home = emptyHome()
    put(home, 'settings.json', '{"security": {"auth": {"selectedType": "openai", "apiKey": "sk-secret"}}}')
    put(home, 'oauth_creds.json', '{}')
    const found = await adapter.config(await sourceIn(home), null, readingFor())
    expect(found.map(({ name, root }) => [name, root !== undefined])).toEqual([
      ['settings.json', true],
      ['oauth_creds.json', false]
    ])
    expect(adapter.configRules.secret.map(({ path }) => path)).toContain('security.auth.apiKey')
  })
})
