import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openByPath } from '../../foreign-sqlite/connections'
import { addBytes, addSession, makeDatabase, sessionA } from '../testing/made-store'
import { removeHomes, temporaryFolder } from '../testing/sample-home'
import { firstEventId, hasRow, lastEvent, readRow, readRows, readRowsBackward, readSizes } from './rows'

afterEach(removeHomes)

function store() {
  const path = join(temporaryFolder(), 'v2.sqlite3')
  const database = makeDatabase(path)
  addSession(database, { id: sessionA })
  for (const size of [10, 20, 5000, 30]) addBytes(database, sessionA, Buffer.alloc(size, 65))
  database.close()
  return openByPath(path)
}

const whole = { session: sessionA, from: 0, through: lastEvent }

describe('readRows', () => {
  it('tact-5 goes on by event id, and a budget of bytes still admits one row that is larger', () => {
    const database = store()
    const first = readRows(database, whole, { rows: 2, bytes: 1_000_000 })
    expect([first.rows.map((row) => row.eventId), first.next]).toEqual([[1, 2], 3])
    const second = readRows(database, { ...whole, from: 3 }, { rows: 50, bytes: 100 })
    expect([second.rows.map((row) => row.bytes?.length), second.next]).toEqual([[5000], 4])
    const last = readRows(database, { ...whole, from: 4 }, { rows: 50, bytes: 100 })
    expect([last.rows.length, last.next]).toEqual([1, null])
    database.close()
  })

  it('tact-5 does not look at rows after the page, whatever they hold', () => {
    const database = store()
    const seen: number[] = []
    readRowsBackward(database, whole, (row) => seen.push(row.eventId) < 2)
    expect(seen).toEqual([4, 3])
    expect(readSizes(database, whole, 2)).toEqual([
      { eventId: 4, bytes: 30 },
      { eventId: 3, bytes: 5000 }
    ])
    database.close()
  })

  it('finds first rows, single rows, and none of another session', () => {
    const database = store()
    expect([firstEventId(database, sessionA), firstEventId(database, 'other')]).toEqual([1, null])
    expect([hasRow(database, sessionA, 4), hasRow(database, 'other', 4), hasRow(database, sessionA, 5)]).toEqual([
      true,
      false,
      false
    ])
    expect([readRow(database, 2)?.bytes?.length, readRow(database, 99)]).toEqual([20, null])
    database.close()
  })
})
