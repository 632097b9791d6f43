import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { nodeSqlite } from '../../foreign-sqlite/connections'
import { databaseFacts } from '../../foreign-sqlite/file-facts'
import { integer, text } from '../../foreign-sqlite/read-database'
import { openWay } from '../../foreign-sqlite/with-database'
import { holdWriter } from '../testing/hold-writer'
import { addSession, makeDatabase, sessionA } from '../testing/made-store'
import { folderFacts, removeHomes, sampleFile, sampleHome, temporaryFolder } from '../testing/sample-home'
import { withDatabase } from './with-database'

afterEach(removeHomes)

const access = () => ({ scratch: temporaryFolder(), signal: new AbortController().signal })
const countSessions = (path: string, reading = access()) =>
  withDatabase(path, reading, (database) => integer(database.get('SELECT count(*) AS n FROM sessions')?.n))

function copyStore(folder: string): string {
  const home = temporaryFolder()
  cpSync(sampleFile(folder), home, { recursive: true })
  return join(home, '.tact', 'sessions', 'v2.sqlite3')
}

const facts = {
  exists: true,
  bytes: 4096,
  walBytes: 0,
  hasWal: false,
  hasShm: false,
  indexFits: true,
  promisedBytes: 4096,
  fingerprint: ''
}

describe('openWay', () => {
  it.each([
    ['a closed store', facts, true, 'immutable'],
    ['an empty log', { ...facts, hasWal: true }, true, 'immutable'],
    ['a live or killed writer', { ...facts, hasWal: true, walBytes: 99, hasShm: true }, true, 'in place'],
    [
      'an index of another log',
      { ...facts, hasWal: true, walBytes: 99, hasShm: true, indexFits: false },
      true,
      'private copy'
    ],
    ['an index without a log', { ...facts, hasShm: true }, true, 'immutable'],
    ['a log without its index', { ...facts, hasWal: true, walBytes: 99 }, true, 'private copy'],
    ['a file that is cut off', { ...facts, promisedBytes: 8192 }, true, 'private copy'],
    ['no module that takes addresses', facts, false, 'private copy']
  ] as const)('opens %s without a trace', (_name, state, hasModule, way) => {
    expect(openWay(state, hasModule)).toBe(way)
  })
})

describe('withDatabase', () => {
  it('runs on the module that takes addresses', () => {
    expect(nodeSqlite()).toBeDefined()
  })

  it('tact-36 creates nothing beside a store that was cleanly closed', async () => {
    const path = copyStore('tact')
    const before = folderFacts(join(path, '..'))
    expect(await countSessions(path)).toBe(19)
    expect(folderFacts(join(path, '..'))).toEqual(before)
  })

  it('tact-36 reads beside a log without an index from a copy of its own, made once', async () => {
    const path = copyStore('tact-wal')
    rmSync(`${path}-shm`)
    const before = folderFacts(join(path, '..'))
    const reading = access()
    expect(await countSessions(path, reading)).toBe(2)
    expect(folderFacts(join(path, '..'))).toEqual(before)
    const copies = () => readdirSync(reading.scratch).filter((name) => name.endsWith('.sqlite3'))
    const [copy = ''] = copies()
    const { ino } = statSync(join(reading.scratch, copy))
    expect(await countSessions(path, reading)).toBe(2)
    expect(statSync(join(reading.scratch, copy)).ino).toBe(ino)
    writeFileSync(path, '', { flag: 'a' })
    const log = `${path}-wal`
    truncateSync(log, statSync(log).size - 1)
    await countSessions(path, reading)
    expect(copies()).toHaveLength(1)
    expect(copies()).not.toEqual([copy])
  })

  it('tact-36 reads what a killed writer left in place and changes no byte', async () => {
    const path = copyStore('tact-wal')
    const before = folderFacts(join(path, '..'))
    const reading = access()
    expect(await countSessions(path, reading)).toBe(2)
    expect(folderFacts(join(path, '..'))).toEqual(before)
    expect(readdirSync(reading.scratch)).toEqual([])
  })

  it('tact-28 finds a store whose tables are all in the log', async () => {
    const path = copyStore('tact-wal-first')
    expect(statSync(path).size).toBe(4096)
    expect(await countSessions(path)).toBe(1)
    rmSync(`${path}-shm`)
    expect(await countSessions(path)).toBe(1)
  })

  it('tact-8 tact-36 reads in place while another process holds BEGIN IMMEDIATE, and sees its commit afterwards', async () => {
    const path = copyStore('tact')
    const writer = await holdWriter(path)
    try {
      const folder = join(path, '..')
      const preview = () =>
        withDatabase(path, access(), (database) => text(database.get('SELECT preview FROM sessions LIMIT 1')?.preview))
      const before = folderFacts(folder)
      const fingerprint = databaseFacts(path).fingerprint
      expect(await preview()).not.toBe('changed by the writer')
      expect(folderFacts(folder)).toEqual(before)
      await writer.commit()
      expect(databaseFacts(path).fingerprint).not.toBe(fingerprint)
      expect(await preview()).toBe('changed by the writer')
    } finally {
      await writer.kill()
    }
  })

  it('sees a commit that changes neither size nor time', async () => {
    const path = join(temporaryFolder(), 'v2.sqlite3')
    const database = makeDatabase(path)
    addSession(database, { id: sessionA })
    database.pragma('wal_checkpoint(RESTART)')
    const change = (preview: string) => database.prepare('UPDATE sessions SET preview = ?').run(preview)
    const seen = new Set<string>()
    for (let round = 0; round < 40; round += 1) {
      change(`preview ${10 + round}`)
      // Puts the log back to its start, so that the next commit writes over the last one.
      database.pragma('wal_checkpoint(RESTART)')
      for (const file of [path, `${path}-wal`]) utimesSync(file, 1_795_000_000, 1_795_000_000)
      seen.add(databaseFacts(path).fingerprint)
    }
    database.close()
    expect(seen.size).toBe(40)
  })

  it('reads again when a writer came in between an immutable read', async () => {
    const path = copyStore('tact')
    let reads = 0
    const result = await withDatabase(path, access(), (database) => {
      reads += 1
      if (reads === 1) writeFileSync(`${path}-wal`, 'a log that was not there')
      return integer(database.get('SELECT count(*) AS n FROM sessions')?.n)
    })
    expect([result, reads]).toEqual([19, 2])
  })

  it('tact-3 says that a database is missing, and creates nothing', async () => {
    const folder = temporaryFolder()
    await expect(countSessions(join(folder, 'sessions', 'v2.sqlite3'))).rejects.toMatchObject({
      failure: { code: 'source.missing' }
    })
    expect(existsSync(join(folder, 'sessions'))).toBe(false)
  })

  it('says what is wrong with a file that is no database, and with a folder in its place', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'v2.sqlite3')
    writeFileSync(path, 'no database at all, but long enough for a header '.repeat(40))
    await expect(countSessions(path)).rejects.toMatchObject({ failure: { code: 'source.unreadable' } })
    mkdirSync(join(folder, 'folder.sqlite3'))
    await expect(countSessions(join(folder, 'folder.sqlite3'))).rejects.toMatchObject({
      failure: { code: 'source.unreadable' }
    })
  })
})

describe('databaseFacts', () => {
  it('is the same for an unchanged store and another for every change', async () => {
    const home = await sampleHome('tact')
    const first = databaseFacts(home.database).fingerprint
    expect(databaseFacts(home.database).fingerprint).toBe(first)
    await home.scan()
    expect(databaseFacts(home.database).fingerprint).toBe(first)
    writeFileSync(`${home.database}-wal`, 'something')
    expect(databaseFacts(home.database).fingerprint).not.toBe(first)
  })
})
