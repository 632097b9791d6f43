import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readingFor } from '../conformance/browse'
import { adapter } from './adapter'
import { stripComments } from './config/strip-comments'
import { locate } from './locate'
import { unquoted } from './records/prompt'
import { changeDatabase } from './testing/json-store'
import { dataOf, emptyHome, expected, removeHomes, sampleHome, sourceIn } from './testing/samples'

afterAll(removeHomes)

const [{ id: first } = { id: '' }] = expected

describe('locate', () => {
  const places = { platform: 'linux' as const, settings: [], flags: [] }

  it('finds the usual folder, and the one that XDG_DATA_HOME names', async () => {
    const home = emptyHome()
    const env = { XDG_DATA_HOME: join(home, 'data') }
    // Desktops set the variable for all programs: it says nothing of opencode until there is a folder.
    expect(locate({ ...places, home, env, cwd: home }).map(({ origin }) => origin)).toEqual(['default'])
    mkdirSync(join(home, 'data', 'opencode'), { recursive: true })
    const found = locate({ ...places, home, env, cwd: home })
    expect(found.map(({ root, origin }) => [root, origin])).toEqual([
      [join(home, 'data', 'opencode'), 'environment'],
      [dataOf(home), 'default']
    ])
    expect(found[0]?.extra?.config).toBe(join(home, '.config', 'opencode'))
    expect((await adapter.health(found[1] ?? (await sourceIn(home)), readingFor())).state).toBe('missing')
  })

  it('takes a folder that is named instead of the usual one, also when it is the home', () => {
    const home = sampleHome()
    const found = locate({ ...places, home: '/nobody', env: {}, cwd: '/', flags: [home] })
    expect(found.map(({ root, origin }) => [root, origin])).toEqual([[dataOf(home), 'flag']])
    expect(found[0]?.extra?.config).toBe(join(home, '.config', 'opencode'))
  })

  it('reads the database that OPENCODE_DB names', async () => {
    const home = emptyHome()
    const other = sampleHome()
    const env = { OPENCODE_DB: join(dataOf(other), 'opencode.db') }
    mkdirSync(dataOf(home), { recursive: true })
    const [source] = locate({ ...places, home, env, cwd: home })
    if (source === undefined) throw new Error('nothing was located')
    const opened = await adapter.open(source, first, readingFor())
    expect(opened.summary.title).toBe('Add a Celsius helper')
    opened.close()
  })
})

describe('config', () => {
  it('reads settings with comments, and says of credentials only that they are there', async () => {
    const home = sampleHome()
    const folder = join(home, '.config', 'opencode')
    mkdirSync(folder, { recursive: true })
    writeFileSync(
      join(folder, 'opencode.jsonc'),
      `{ // which one\n "model": "mock/large", /* keys */ "provider": {"mock": {"options": {"apiKey": "sk-1 // no comment",}}},}`
    )
    writeFileSync(join(dataOf(home), 'auth.json'), '{"mock":{"key":"sk-secret"}}')
    changeDatabase(home, (database) =>
      database.exec(
        "insert into credential (id, label, value, time_created, time_updated) values ('c', 'l', 'sk-hidden', 1, 1)"
      )
    )
    const documents = await adapter.config(await sourceIn(home), null, readingFor())
    expect(documents.filter(({ present }) => present).map(({ name }) => name)).toEqual([
      'opencode.jsonc',
      'auth.json (presence only)',
      'credentials in opencode.db (presence only)'
    ])
    expect(documents[0]?.root).toEqual({
      model: 'mock/large',
      provider: { mock: { options: { apiKey: 'sk-1 // no comment' } } }
    })
    const others = JSON.stringify(documents.slice(1))
    expect(others).not.toContain('sk-secret')
    expect(others).not.toContain('sk-hidden')
  })

  it('says where a mistake in the settings is', async () => {
    const home = emptyHome()
    const folder = join(home, '.config', 'opencode')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'opencode.json'), '{"model": nothing}')
    const [document] = await adapter.config(await sourceIn(home), null, readingFor())
    expect(document?.root).toBeUndefined()
    expect(document?.findings.map(({ code }) => code)).toEqual(['opencode.config.unreadable'])
  })
})

describe('stripComments', () => {
  it('keeps texts and places', () => {
    expect(stripComments('{"a": "//", // b\n"c": [1,]}')).toBe('{"a": "//",     \n"c": [1 ]}')
    expect(stripComments('/* open')).toBe('       ')
  })
})

describe('unquoted', () => {
  it('takes the quotes away that opencode run puts around a prompt, and no others', () => {
    expect(unquoted('"say \\"hi\\" twice"')).toBe('say "hi" twice')
    expect(unquoted('"word"')).toBe('"word"')
    expect(unquoted('"one two" and "three"')).toBe('"one two" and "three"')
    expect(unquoted('plain text')).toBe('plain text')
  })
})

describe('tasks', () => {
  it('gives the list of todos', async () => {
    const home = sampleHome()
    changeDatabase(home, (database) => {
      const insert = database.prepare('insert into todo values (?, ?, ?, ?, ?, 1, 2)')
      insert.run(first, 'Read the script', 'completed', 'high', 0)
      insert.run(first, 'Add the helper', 'in_progress', 'high', 1)
    })
    const [list] = await adapter.tasks(await sourceIn(home), first, readingFor())
    expect(list).toMatchObject({ place: 'database', currentTaskId: '1' })
    expect(list?.tasks.map(({ name, status }) => [name, status])).toEqual([
      ['Read the script', 'completed'],
      ['Add the helper', 'in_progress']
    ])
  })
})

describe('B17 a database that opencode has open', () => {
  it('is read with its newest rows while a writer holds it', async () => {
    const home = sampleHome()
    const source = await sourceIn(home)
    const { default: Sqlite } = await import('better-sqlite3')
    const writer = new Sqlite(join(dataOf(home), 'opencode.db'))
    writer.pragma('journal_mode = WAL')
    writer.exec('begin immediate')
    writer.prepare('update session set title = ? where id = ?').run('Not committed', first)
    const opened = await adapter.open(source, first, readingFor())
    expect(opened.summary.title).toBe('Add a Celsius helper')
    writer.prepare('update session set title = ? where id = ?').run('Newest', first)
    writer.exec('commit')
    const again = await adapter.open(source, first, readingFor())
    expect(again.summary.title).toBe('Newest')
    writer.close()
  })
})
