import { afterEach, describe, expect, it } from 'vitest'
import { withDatabase } from '../database/with-database'
import { addRecords, addSession, makeDatabase, recorder } from '../testing/made-store'
import { removeHomes, sampleHome } from '../testing/sample-home'
import { type FindSessions, findSessions } from './find-sessions'

afterEach(removeHomes)

const idOf = (index: number) => `01a227e2-6923-7c90-86ab-${String(index).padStart(12, '0')}`
const wish: FindSessions = { exclude: '', patterns: ['rain'], workspace: null, cursor: null }

/** 70 sessions, newest first by number, two of each time; every fifth is about RAIN. */
async function find(how: Partial<FindSessions>) {
  const home = await sampleHome(null)
  const database = makeDatabase(home.database)
  for (let index = 0; index < 70; index += 1) {
    const preview = index === 65 ? 'İRAİN ßrain' : index % 5 === 0 && index < 30 ? `about RAIN ${index}` : 'about snow'
    addSession(database, { id: idOf(index), updatedAt: 1_795_000_000_000 - Math.floor(index / 2), preview })
  }
  addRecords(database, idOf(33), [recorder(idOf(33)).local('user.steered', { text: 'will the Rain stop' })])
  database.close()
  return withDatabase(home.database, home.reading, (open) => findSessions(open, { ...wish, ...how }))
}

describe('findSessions', () => {
  it('tact-7 leaves out the session that asks, compares without case, and orders by time and id', async () => {
    const { ids, next } = await find({ exclude: idOf(5) })
    expect(ids).toEqual([0, 10, 15, 20, 25].map(idOf))
    expect(next).toEqual({ updatedAt: 1_795_000_000_000 - 15, id: idOf(30) })
  })

  it('tact-7 goes on after the last candidate of a page of 30, also when nothing on it was found', async () => {
    const first = await find({ patterns: ['stop'] })
    expect(first).toMatchObject({ ids: [], next: { id: idOf(29) } })
    const second = await find({ patterns: ['stop'], cursor: first.next })
    expect(second).toMatchObject({ ids: [idOf(33)], next: { id: idOf(59) } })
    const third = await find({ cursor: second.next })
    expect(third).toEqual({ ids: [idOf(65)], next: null })
  })

  it('tact-7 takes a workspace exactly, and refuses texts that tact would not take', async () => {
    expect((await find({ workspace: '/home/dev/weather' })).ids).toHaveLength(6)
    expect(await find({ workspace: '/home/dev/weather/' })).toEqual({ ids: [], next: null })
    for (const patterns of [[], [''], ['x'.repeat(257)], Array.from({ length: 17 }, () => 'x')]) {
      await expect(find({ patterns })).rejects.toMatchObject({ failure: { code: 'bad.input' } })
    }
  })
})
