import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HomeService } from '../../testing/home-service'
import { migrate } from '../migrate'
import { openLibrary } from '../open-library'

const secret = ['AKIA', 'QYLPMN5HFXQJ3KTB'].join('')
const long = `${'and so on '.repeat(2000)}${secret}`

let place: HomeService
beforeEach(() => {
  place = new HomeService()
})
afterEach(() => place.close())

/** Which files of a folder hold the text, in whichever case. */
function filesWith(folder: string, text: string): readonly string[] {
  return readdirSync(folder).filter(
    (name) =>
      name.startsWith('library.sqlite3') &&
      readFileSync(join(folder, name)).toString('latin1').toLowerCase().includes(text.toLowerCase())
  )
}

/** A library of schema 8 that said a secret in rows, short and long, that are gone from it. */
function oldLibrary(path: string): void {
  const database = new Sqlite(path)
  database.pragma('journal_mode = wal')
  migrate(database, 8)
  database.pragma('secure_delete = off')
  const insert = database.prepare("insert into prompt (source, id, unit, place, at, text) values ('s', ?, 3, ?, 1, ?)")
  for (let at = 0; at < 20; at += 1) insert.run(`s${at}`, 0, at % 2 ? secret : long)
  insert.run('stays', 0, 'rain tomorrow')
  database.exec("delete from prompt where id <> 'stays'")
  database.close()
}

describe('009-no-old-bytes', () => {
  it('F1 leaves no byte in the file of what rows said that are gone from it, and every row that is there', () => {
    const path = place.put('old/library.sqlite3', '')
    oldLibrary(path)
    expect(filesWith(join(path, '..'), secret)).toEqual(['library.sqlite3'])
    const { library, state } = openLibrary(path, 0)
    expect([state, library.reader.get('pragma user_version')]).toEqual(['ok', { user_version: 9 }])
    expect(filesWith(join(path, '..'), secret)).toEqual([])
    expect(library.reader.all('select id, text from prompt')).toEqual([{ id: 'stays', text: 'rain tomorrow' }])
    library.close()
  })

  it('waits for another start where another process is at work, and loses nothing', () => {
    const path = place.put('busy/library.sqlite3', '')
    oldLibrary(path)
    const other = new Sqlite(path)
    other.exec('begin immediate')
    const database = new Sqlite(path, { timeout: 10 })
    migrate(database)
    expect(database.pragma('user_version', { simple: true })).toBe(8)
    database.close()
    other.exec('commit')
    other.close()
    const { library } = openLibrary(path, 0)
    expect(library.reader.get('pragma user_version')).toEqual({ user_version: 9 })
    library.close()
    expect(filesWith(join(path, '..'), secret)).toEqual([])
  })

  it('F1 a session that is read again leaves nothing in the file of what an earlier version wrote of it', async () => {
    const record = (text: string) => ({
      ...{ type: 'user', uuid: text, parentUuid: null, sessionId: 'one', version: '2.1.0', cwd: '/w' },
      ...{ timestamp: '2026-11-01T00:00:00.000Z', message: { role: 'user', content: text } }
    })
    const log = place.put('.claude/projects/-w/one.jsonl', [record('rain tomorrow')])
    await place.open()
    await place.scan()
    await place.service.close()
    const path = join(place.own, 'library.sqlite3')
    const database = new Sqlite(path)
    const changed = database
      .prepare('update session set title = ?, title_folded = ?, text_folded = ?, listed = json_set(listed, ?, ?)')
      .run(secret, secret.toLowerCase(), long.toLowerCase(), '$.title', long)
    expect(changed.changes).toBe(1)
    database.exec(`update prompt set text = '${long}'`)
    database.close()
    expect(filesWith(place.own, secret)).toEqual(['library.sqlite3'])

    appendFileSync(log, `${JSON.stringify(record('and the wind'))}\n`)
    await place.open()
    await place.scan()
    expect((await place.list()).map(({ title }) => title)).toEqual(['rain tomorrow'])
    await place.service.close()
    expect(filesWith(place.own, secret)).toEqual([])
  })
})
