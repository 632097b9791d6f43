import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ExpectedFailure } from '@shared/ipc/errors'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { expectedOr } from '../conformance/browse'
import { fileState } from '../conformance/file-state'
import { databaseFacts } from './file-facts'
import { withDatabase } from './with-database'

let folder = ''
let scratch = ''
const signal = new AbortController().signal

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reprise-foreign-'))
  scratch = mkdtempSync(join(tmpdir(), 'reprise-scratch-'))
})
afterEach(() => {
  for (const path of [folder, scratch]) rmSync(path, { recursive: true, force: true })
})

const names = (path: string) =>
  withDatabase(path, { scratch, signal }, (database) => database.all('SELECT name FROM cats').map(({ name }) => name))

/** A database in the mode of a log, with a row in the file and one that is only in the log. */
function writer(path: string) {
  const database = new Sqlite(path)
  database.pragma('journal_mode = WAL')
  database.exec("create table cats (name text); insert into cats values ('Mia')")
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.exec("insert into cats values ('Tom')")
  return database
}

describe('withDatabase', () => {
  it('reads a closed database, and leaves nothing beside it', async () => {
    const path = join(folder, 'cats.db')
    writer(path).close()
    const before = fileState(folder)
    expect(await names(path)).toEqual(['Mia', 'Tom'])
    expect(fileState(folder)).toEqual(before)
  })

  it('B17 reads beside a writer what is only in its log', async () => {
    const path = join(folder, 'cats.db')
    const open = writer(path)
    expect(await names(path)).toEqual(['Mia', 'Tom'])
    expect(readdirSync(folder).sort()).toEqual(['cats.db', 'cats.db-shm', 'cats.db-wal'])
    open.close()
  })

  it('reads what a crash left in a log from a copy of its own', async () => {
    const [path, left] = [join(folder, 'cats.db'), join(folder, 'left.db')]
    const open = writer(path)
    for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, `${left}${end}`)
    open.close()
    rmSync(path)
    const before = fileState(folder)
    expect(await names(left)).toEqual(['Mia', 'Tom'])
    expect(fileState(folder)).toEqual(before)
    expect(readdirSync(scratch).length).toBeGreaterThan(0)
  })

  it('does not wait for a writer where the index is of another log, and reads the log by a copy', async () => {
    const [path, left] = [join(folder, 'cats.db'), join(folder, 'left.db')]
    const open = writer(path)
    for (const end of ['', '-wal', '-shm']) copyFileSync(`${path}${end}`, `${left}${end}`)
    open.close()
    const log = readFileSync(`${left}-wal`)
    const index = readFileSync(`${left}-shm`)
    // As a system that went down may leave it: both copies of the header name other salts.
    for (const at of [32, 80]) index.writeUInt32LE(7, at)
    writeFileSync(`${left}-shm`, index)
    const before = fileState(folder)
    const began = performance.now()
    expect(await names(left)).toEqual(['Mia', 'Tom'])
    expect(performance.now() - began).toBeLessThan(8000)
    expect(databaseFacts(left).indexFits).toBe(false)
    // A log that is damaged itself: what is in the file is read.
    log.fill(7, 0, 32)
    writeFileSync(`${left}-wal`, log)
    expect(await names(left)).toEqual(['Mia'])
    expect(Object.keys(fileState(folder))).toEqual(Object.keys(before))
  })

  it('leaves the log of a file that was cut down to a byte where it is', async () => {
    const [path, left] = [join(folder, 'cats.db'), join(folder, 'left.db')]
    const open = writer(path)
    for (const end of ['-wal', '-shm']) copyFileSync(`${path}${end}`, `${left}${end}`)
    open.close()
    writeFileSync(left, '\n')
    const before = fileState(folder)
    await expectedOr(() => names(left))
    expect(fileState(folder)).toEqual(before)
  })

  it('says that a database is missing, damaged or of another kind', async () => {
    const path = join(folder, 'cats.db')
    expect((await expectedOr(() => names(path))).failure).toBe('source.missing')
    new Sqlite(path).exec('create table dogs (name text)').close()
    expect((await expectedOr(() => names(path))).failure).toBe('source.unreadable')
    writeFileSync(path, 'no database, and long enough to be one'.repeat(50))
    expect((await expectedOr(() => names(path))).failure).toBe('source.unreadable')
  })
})

describe('what a failed read says', () => {
  it('names the agent whose database it is, where one is given', async () => {
    const path = join(folder, 'cats.db')
    writeFileSync(path, 'no database, and long enough to be one'.repeat(50))
    const reading = { scratch, signal }
    const advice = async (agent?: string) => {
      try {
        await withDatabase(path, reading, (database) => database.all('SELECT name FROM cats'), agent)
        return 'it was read'
      } catch (error) {
        return error instanceof ExpectedFailure ? error.failure.advice : String(error)
      }
    }
    expect(await advice('tact')).toMatch(/^Close tact, /)
    expect(await advice()).toMatch(/^Close the agent, /)
  })
})

describe('databaseFacts', () => {
  it('changes with every commit, also one that stays in the log', () => {
    const path = join(folder, 'cats.db')
    const open = writer(path)
    const before = databaseFacts(path).fingerprint
    expect(databaseFacts(path).fingerprint).toBe(before)
    open.exec("update cats set name = 'Max' where name = 'Tom'")
    expect(databaseFacts(path).fingerprint).not.toBe(before)
    open.close()
  })
})
