import Sqlite, { type Database } from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import { withDatabase } from '../database/with-database'
import { addRecords, addSession, makeDatabase, recorder, sessionA, sessionB } from '../testing/made-store'
import { removeHomes, type SampleHome, sampleHome } from '../testing/sample-home'
import { type EventColumns, readEventColumns } from './event-columns'

afterEach(removeHomes)

const prompt = (session: string, sequence: number, text: string) =>
  recorder(session, sequence).local('user.submitted', { id: 1, text })
const stop = (session: string) =>
  recorder(session, 9).local('worker.turn_finished', {
    id: 1,
    error: 'x',
    terminal_stop: 'misalignment_policy_violation'
  })

async function store(): Promise<SampleHome> {
  const home = await sampleHome(null)
  const database = makeDatabase(home.database)
  addSession(database, { id: sessionA })
  addSession(database, { id: sessionB })
  addRecords(database, sessionA, [prompt(sessionA, 5, 'second'), prompt(sessionA, 2, 'first'), stop(sessionA)])
  database.close()
  return home
}

function change(home: SampleHome, work: (database: Database) => void): void {
  const database = new Sqlite(home.database)
  work(database)
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.close()
}

async function columns(home: SampleHome): Promise<EventColumns> {
  const steps = readEventColumns(home.database, {
    read: (_what, _fallback, work) => withDatabase(home.database, home.reading, work),
    whole: () => true
  })
  for (;;) {
    const step = await steps.next()
    if (step.done) return step.value
  }
}

const texts = (found: EventColumns, session: string) => found.prompts.get(session)?.map((each) => each.text)

describe('readEventColumns', () => {
  it('looks only at the events that were added since the last time', async () => {
    const home = await store()
    expect(await columns(home)).toMatchObject({ readFrom: 0 })
    change(home, (database) => {
      addRecords(database, sessionA, [prompt(sessionA, 3, 'between')])
      addRecords(database, sessionB, [prompt(sessionB, 7, 'other'), stop(sessionB)])
    })
    const found = await columns(home)
    expect(found.readFrom).toBe(4)
    expect(texts(found, sessionA)).toEqual(['first', 'between', 'second'])
    expect(texts(found, sessionB)).toEqual(['other'])
    expect([...found.stopped]).toEqual([
      [sessionA, 3],
      [sessionB, 6]
    ])
    expect(await columns(home)).toMatchObject({ readFrom: 7, prompts: found.prompts })
  })

  it.each([
    ['a prompt', 'DELETE FROM events WHERE event_id = 1'],
    ['a stop', 'DELETE FROM events WHERE event_id = 3'],
    ['everything', 'DELETE FROM events']
  ])('reads everything again when %s was taken out', async (_name, sql) => {
    const home = await store()
    await columns(home)
    change(home, (database) => {
      database.exec(sql)
      addRecords(database, sessionB, [prompt(sessionB, 1, 'new')])
    })
    const found = await columns(home)
    expect(found.readFrom).toBe(0)
    expect(texts(found, sessionB)).toEqual(['new'])
    expect(found.stopped.has(sessionA)).toBe(sql.endsWith('1'))
    expect(texts(found, sessionA)).toEqual(
      sql.endsWith('1') ? ['first'] : sql.endsWith('3') ? ['first', 'second'] : undefined
    )
  })
})
