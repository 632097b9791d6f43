import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { unwrittenPipe, withoutWaiting } from '../agents/conformance/unwritten-pipe'
import { librarySchema, migrate, migrations } from './migrate'
import { isDamage, openInMemory, openLibrary, reportDamage } from './open-library'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reprise-library-'))
  path = join(folder, 'library.sqlite3')
})

describe('openLibrary', () => {
  it('makes a new one for its owner alone, in WAL mode', () => {
    const opened = openLibrary(path, 0)
    expect(opened).toMatchObject({ state: 'ok', schema: librarySchema, inMemory: false })
    expect(opened.library.reader.get('pragma journal_mode')).toEqual({ journal_mode: 'wal' })
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
    opened.library.close()
  })

  it('gives a reader that cannot write', () => {
    const { library } = openLibrary(path, 0)
    expect(() => library.reader.all('delete from unit returning 1')).toThrow(/readonly/)
    library.close()
  })

  it('shows the reader what the writer committed, and undoes a transaction that threw', () => {
    const { library } = openLibrary(path, 0)
    const add = (unit: string) =>
      library.writer.run("insert into unit (source, unit, fingerprint, findings) values ('s', ?, 'f', '[]')", unit)
    add('a')
    const failing = () =>
      library.writer.transaction(() => {
        add('b')
        throw new Error('stop')
      })
    expect(failing).toThrow('stop')
    expect(library.reader.all('select unit from unit')).toEqual([{ unit: 'a' }])
    library.close()
  })

  it('refuses a newer one, touches no byte of it and works from memory', () => {
    openLibrary(path, 0).library.close()
    const database = new Sqlite(path)
    database.pragma(`user_version = ${librarySchema + 1}`)
    database.close()
    const before = { bytes: readFileSync(path), stat: statSync(path), names: readdirSync(folder) }
    const opened = openLibrary(path, 0)
    expect(opened).toMatchObject({ state: 'newer', schema: librarySchema + 1, inMemory: true })
    opened.library.writer.run("insert into unit (source, unit, fingerprint, findings) values ('s', 'u', 'f', '[]')")
    expect(opened.library.reader.get('select count(*) as n from unit')).toEqual({ n: 1 })
    opened.library.close()
    expect(readFileSync(path).equals(before.bytes)).toBe(true)
    expect(statSync(path).mtimeMs).toBe(before.stat.mtimeMs)
    expect(readdirSync(folder)).toEqual(before.names)
  })

  it.each([
    ['no database at all', (bytes: Buffer) => Buffer.from('x'.repeat(bytes.length))],
    [
      'a page of rubbish',
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(4096, 0xa5), bytes.subarray(8192)])
    ],
    ['a file that was cut off', (bytes: Buffer) => bytes.subarray(0, 6000)]
  ])('sets aside %s and starts anew', (_name, damage) => {
    const opened = openLibrary(path, 0)
    opened.library.writer.run("insert into unit (source, unit, fingerprint, findings) values ('s', 'u', 'f', '[]')")
    opened.library.close()
    const damaged = damage(readFileSync(path))
    writeFileSync(path, damaged)
    const again = openLibrary(path, Date.UTC(2026, 0, 2))
    expect(again.state).toBe('rebuilt')
    expect(again.library.reader.get('select count(*) as n from unit')).toEqual({ n: 0 })
    again.library.close()
    const aside = readdirSync(folder).find((name) => name.includes('damaged-2026-01-02'))
    expect(readFileSync(join(folder, aside ?? '')).equals(damaged)).toBe(true)
  })

  it.skipIf(process.platform === 'win32')(
    'sets aside a pipe or a folder in its place, and waits for nobody',
    async () => {
      for (const put of [() => unwrittenPipe(path), () => mkdirSync(path)]) {
        put()
        const opened = await withoutWaiting(() => openLibrary(path, Date.now()))
        expect(opened).toMatchObject({ state: 'rebuilt', inMemory: false })
        opened.library.close()
        const again = openLibrary(path, 0)
        expect(again.state).toBe('ok')
        again.library.close()
        rmSync(path)
      }
      expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toHaveLength(2)
    }
  )

  it('meets damage of a large one when it reads there, and sets it aside at the next start', () => {
    const opened = openLibrary(path, 0)
    opened.library.writer.transaction(() => {
      for (let unit = 0; unit < 3000; unit += 1) {
        opened.library.writer.run(
          "insert into unit (source, unit, fingerprint, findings) values ('s', ?, ?, '[]')",
          `u${unit}`,
          'f'.repeat(4000)
        )
      }
    })
    opened.library.close()
    const bytes = readFileSync(path)
    bytes.fill(0xa5, 1_000_000, 11_000_000)
    writeFileSync(path, bytes)
    const damaged = openLibrary(path, 0)
    expect(damaged.state).toBe('ok')
    const read = () => damaged.library.reader.all('select max(length(fingerprint)) from unit')
    let met: unknown = null
    try {
      read()
    } catch (error) {
      met = error
    }
    expect(isDamage(met)).toBe(true)
    reportDamage(path)
    damaged.library.close()
    const again = openLibrary(path, 0)
    expect(again.state).toBe('rebuilt')
    again.library.close()
    expect(openLibrary(path, 0).state).toBe('ok')
  })

  it('lets two processes open the same one', () => {
    const first = openLibrary(path, 0)
    const second = openLibrary(path, 0)
    first.library.writer.run("insert into unit (source, unit, fingerprint, findings) values ('s', 'u', 'f', '[]')")
    expect(second.library.reader.get('select count(*) as n from unit')).toEqual({ n: 1 })
    first.library.close()
    second.library.close()
  })
})

describe('migrate', () => {
  it('numbers its steps without gaps', () => {
    expect(migrations.map((step) => step.to)).toEqual(migrations.map((_, index) => index + 1))
  })

  it('001-catalog makes an empty file into a catalog', () => {
    const database = new Sqlite(path)
    migrate(database, 1)
    expect(database.pragma('user_version', { simple: true })).toBe(1)
    database.exec("insert into unit (source, unit, fingerprint, findings) values ('s', 'u', 'f', '[]')")
    database.close()
  })

  it('002-reading keeps what version 1 holds and adds places and accounts', () => {
    const database = new Sqlite(path)
    migrate(database, 1)
    database.exec("insert into unit (source, unit, fingerprint, findings) values ('s', 'u', 'f', '[]')")
    expect(() => database.prepare('select * from reading_place')).toThrow(/no such table/)
    migrate(database, 2)
    expect(database.prepare('select unit from unit').all()).toEqual([{ unit: 'u' }])
    database.exec("insert into reading_place values ('s', 'i', 'c', 1)")
    database.exec("insert into account values ('s', 'i', 'f', '{}', 3, '[]')")
    database.close()
  })

  it('003-unit-numbers drops what scans find again and keeps places and counts of version 2', () => {
    const database = new Sqlite(path)
    migrate(database, 2)
    database.exec("insert into unit (source, unit, fingerprint, findings) values ('s', 'u', 'f', '[]')")
    database.exec("insert into source values ('s', 'tact', '/r', 'ok', '[]', 5, 5, 'v')")
    database.exec("insert into reading_place values ('s', 'i', 'c', 1)")
    database.exec("insert into account values ('s', 'i', 'd', '{}', 3, '[]')")
    migrate(database, 3)
    expect(database.prepare('select * from unit').all()).toEqual([])
    expect(database.prepare('select source, scanned_at from source').all()).toEqual([{ source: 's', scanned_at: null }])
    expect(database.prepare('select cursor from reading_place').all()).toEqual([{ cursor: 'c' }])
    expect(database.prepare('select entries from account').all()).toEqual([{ entries: 3 }])
    database.exec("insert into unit (source, unit, fingerprint, findings) values ('s', 'u', 'f', '[]')")
    expect(database.prepare('select number from unit').all()).toEqual([{ number: 1 }])
    database.close()
  })

  it('006-usage has sessions counted again, and keeps places', () => {
    const database = new Sqlite(path)
    migrate(database, 5)
    database.exec("insert into reading_place values ('s', 'i', 'c', 1)")
    database.exec("insert into account values ('s', 'i', 'd', '{}', 3, '[]')")
    migrate(database, 6)
    expect(database.prepare('select cursor from reading_place').all()).toEqual([{ cursor: 'c' }])
    expect(database.prepare('select usage from account').all()).toEqual([])
    database.close()
  })

  it('007-imported keeps the points that were listed, none of them imported', () => {
    const database = new Sqlite(path)
    migrate(database, 6)
    database.exec("insert into checkpoint (source, unit, id, session, restorable) values ('s', 1, 'kept-1', 'i', 1)")
    migrate(database, 7)
    expect(database.prepare('select id, imported from checkpoint').all()).toEqual([{ id: 'kept-1', imported: 0 }])
    database.close()
  })

  it('is the same in memory and on disk', () => {
    const tables = 'select name, sql from sqlite_schema order by name'
    const memory = openInMemory()
    const disk = openLibrary(path, 0).library
    expect(disk.reader.all(tables)).toEqual(memory.reader.all(tables))
    memory.close()
    disk.close()
  })
})
