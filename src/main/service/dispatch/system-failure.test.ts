import { readFileSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { isFullDisk, systemFailure } from './system-failure'

function thrownBy(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('it did not throw')
}

describe('systemFailure', () => {
  it('says that the disk is full, as SQLite met it', () => {
    const database = new Sqlite(':memory:')
    database.exec('pragma max_page_count = 2; create table t (x)')
    const error = thrownBy(() => database.exec('insert into t values (zeroblob(100000))'))
    expect(isFullDisk(error)).toBe(true)
    expect(systemFailure(error)).toMatchObject({
      code: 'io',
      message: expect.stringContaining('disk is full (SQLITE_FULL)')
    })
    database.close()
  })

  it('says what the system refused, and where', () => {
    const error = thrownBy(() => readFileSync('/nowhere/at/all'))
    expect(systemFailure(error)).toMatchObject({ code: 'io', message: expect.stringContaining('/nowhere/at/all') })
  })

  it('leaves mistakes of ours to be told as such', () => {
    const database = new Sqlite(':memory:')
    expect(systemFailure(thrownBy(() => database.exec('selct 1')))).toBe(null)
    expect(systemFailure(new TypeError('x'))).toBe(null)
    expect(systemFailure(null)).toBe(null)
    database.close()
  })
})
