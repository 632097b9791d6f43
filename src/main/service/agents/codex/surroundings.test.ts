import { appendFileSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import { maskConfig } from '../../redaction/mask-config'
import { browse, readingFor, scanAll } from '../conformance/browse'
import { adapter } from './adapter'
import { emptyHome, expected, removeHomes, sampleHome, sourceIn } from './testing/samples'

afterEach(removeHomes)

const [first] = expected

describe('the index of Codex', () => {
  it('gives the names that the person set, and a change of one reads that rollout again and no other', async () => {
    const home = sampleHome()
    const source = await sourceIn(home)
    const before = await scanAll(adapter, source, readingFor())
    const known = new Map(before.flatMap((step) => (step.type === 'unit' ? [[step.unit, step.fingerprint]] : [])))
    const database = new Sqlite(join(home, '.codex', 'state_5.sqlite'))
    database.prepare('update threads set name = ? where id = ?').run('Ünïcode — 问候', first?.id)
    database.close()
    const after = await scanAll(adapter, source, readingFor(), { fingerprint: (unit) => known.get(unit) })
    const changed = after.flatMap((step) => (step.type === 'unit' ? [step] : []))
    expect(changed.map(({ unit }) => unit)).toEqual([first?.path.replace('.codex/', ''), 'state_5.sqlite'])
    expect(changed[0]?.sessions[0]?.title).toBe('Ünïcode — 问候')
    appendFileSync(
      join(home, '.codex', 'session_index.jsonl'),
      `${JSON.stringify({ id: expected[2]?.id, thread_name: 'From the list of names' })}\n{"id":`
    )
    const { sessions } = await browse(adapter, source)
    expect(sessions.get(expected[2]?.id ?? '')?.listed.title).toBe('From the list of names')
  })

  it.each([
    [
      'is damaged',
      (path: string) => writeFileSync(path, 'no database at all, but long enough to be looked at'.repeat(20))
    ],
    [
      'has other tables',
      (path: string) => {
        rmSync(path)
        new Sqlite(path).exec('create table cats (name text)').close()
      }
    ],
    ['is gone', (path: string) => rmSync(path)]
  ])('B9 is not needed: sessions are listed when it %s', async (_, harm) => {
    const home = sampleHome()
    harm(join(home, '.codex', 'state_5.sqlite'))
    const { sessions } = await browse(adapter, await sourceIn(home))
    expect([...sessions.keys()].sort()).toEqual(expected.map(({ id }) => id).sort())
    for (const session of sessions.values()) expect(session.failure).toBeNull()
  })

  it('B17 is read while Codex writes: newest rows that are only in its log count, and nothing is left beside it', async () => {
    const home = sampleHome()
    const path = join(home, '.codex', 'state_5.sqlite')
    const writer = new Sqlite(path)
    writer.pragma('journal_mode = WAL')
    writer.prepare('update threads set name = ? where id = ?').run('Only in the log', first?.id)
    // A copy as a crash leaves it: a log and no index of it.
    const crashed = emptyHome()
    mkdirSync(join(crashed, '.codex'))
    for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, join(crashed, '.codex', `state_5.sqlite${end}`))
    const live = await browse(adapter, await sourceIn(home))
    expect(live.sessions.get(first?.id ?? '')?.listed.title).toBe('Only in the log')
    writer.close()
    const left = await browse(adapter, await sourceIn(crashed))
    expect(left.sessions.get(first?.id ?? '')?.listed).toMatchObject({ title: 'Only in the log', state: 'gone' })
    expect(existsSync(join(crashed, '.codex', 'state_5.sqlite-shm'))).toBe(false)
  })
})

describe('files of Codex', () => {
  it('B4 believes the record, not the name of the file', async () => {
    const home = sampleHome()
    const path = join(home, first?.path ?? '')
    renameSync(path, path.replace(first?.id ?? '', '0199a000-0000-7000-8000-0000000000ff'))
    rmSync(join(home, '.codex', 'state_5.sqlite'))
    const source = await sourceIn(home)
    const session = (await browse(adapter, source)).sessions.get(first?.id ?? '')
    expect(session).toMatchObject({ failure: null, listed: { workspace: '/home/dev/weather' } })
  })

  it('lists a document of the first program without reading it', async () => {
    const home = emptyHome()
    const id = '0199a000-0000-4000-8000-0000000000fe'
    mkdirSync(join(home, '.codex', 'sessions'), { recursive: true })
    writeFileSync(join(home, '.codex', 'sessions', `rollout-2025-05-01-${id}.json`), '{"session":{},"items":[]}')
    const session = (await browse(adapter, await sourceIn(home))).sessions.get(id)
    expect(session).toMatchObject({ failure: 'session.unreadable', listed: { state: 'older' } })
  })

  it('watches the newest days', async () => {
    const source = await sourceIn(sampleHome())
    const watched = await adapter.watch(source)
    expect(watched.map((path) => path.slice(source.root.length))).toEqual([
      '',
      '/sessions',
      '/archived_sessions',
      '/sessions/2026',
      '/sessions/2026/11',
      '/sessions/2026/11/29'
    ])
  })
})

describe('locate', () => {
  it('looks where CODEX_HOME says, beside the usual place', async () => {
    const places = { home: '/h', platform: 'linux', cwd: '/c', settings: [], flags: [] } as const
    const roots = async (env: Record<string, string>, flags: readonly string[] = []) =>
      (await adapter.locate({ ...places, env, flags })).map(({ root, origin }) => `${origin} ${root}`)
    expect(await roots({})).toEqual(['default /h/.codex'])
    expect(await roots({ CODEX_HOME: 'moved' })).toEqual(['environment /c/moved', 'default /h/.codex'])
    expect(await roots({ CODEX_HOME: '/x' }, ['/y'])).toEqual(['flag /y'])
  })
})

describe('health', () => {
  it('does not take a folder that only holds credentials for a home of sessions', async () => {
    const home = emptyHome()
    const source = await sourceIn(home)
    expect((await adapter.health(source, readingFor())).state).toBe('missing')
    mkdirSync(join(home, '.codex'))
    writeFileSync(join(home, '.codex', 'auth.json'), '{}')
    expect((await adapter.health(source, readingFor())).state).toBe('missing')
    writeFileSync(join(home, '.codex', 'sessions'), 'a file where a folder belongs')
    expect((await adapter.health(source, readingFor())).state).toBe('unreadable')
  })
})

describe('config', () => {
  it('shows settings and masks everything that may be a secret; credentials are not read', async () => {
    const home = emptyHome()
    mkdirSync(join(home, '.codex'))
    writeFileSync(
      join(home, '.codex', 'config.toml'),
      [
        'model = "gpt-5.5"',
        '[mcp_servers.docs]',
        'command = "docs-server"',
        'args = ["--key", "sk-fake-argument"]',
        '[mcp_servers.docs.env]',
        'DOCS_TOKEN = "sk-fake-env"',
        '[model_providers.own]',
        'base_url = "https://user:sk-fake-url@example.org/v1"',
        'experimental_bearer_token = "sk-fake-bearer"',
        '[model_providers.own.http_headers]',
        'X-Key = "sk-fake-header"',
        '[notify.later]',
        'unknown = "sk-fake-unknown"'
      ].join('\n')
    )
    writeFileSync(join(home, '.codex', 'auth.json'), '{"OPENAI_API_KEY":"sk-fake-auth"}')
    const documents = await adapter.config(await sourceIn(home), null, readingFor())
    expect(JSON.stringify(documents.slice(1))).not.toContain('sk-fake')
    expect(documents.map(({ name, present }) => `${name} ${present}`)).toEqual([
      'config.toml true',
      'auth.json (presence only) true',
      'shell_snapshots (presence only) false'
    ])
    const [config] = documents
    if (config === undefined) throw new Error('no document')
    const masked = JSON.stringify(maskConfig(config, adapter.configRules))
    expect(masked).not.toContain('sk-fake')
    expect(masked).toContain('gpt-5.5')
    expect(masked).toContain('docs-server')
  })
})
