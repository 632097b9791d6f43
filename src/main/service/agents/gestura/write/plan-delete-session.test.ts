import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { removeTestHomes } from '../../../restore/testing/test-home'
import type { WritePart } from '../../write-part'
import { adapter } from '../adapter'
import { placesOf } from '../places'
import { listSessions } from '../store/session-store'
import { fixtureHome, put, readingAt, sourceAt } from '../testing/fixture-home'
import { openHome } from '../testing/open-home'

afterAll(removeTestHomes)

const write = adapter.write as WritePart
const twoTurns = 'fa767501-1b54-466b-9c6b-0727a648a8cc'

const fileOf = (home: string, id: string) => join(home, '.gestura', 'agent_sessions', `${id}.json`)
const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

describe('delete', () => {
  it('removes session and all task lists, keeps checkpoints by default, and comes back byte for byte', async () => {
    const { home, engine, plan, run, picture } = openHome()
    const before = picture()
    const made = await plan(twoTurns, { kind: 'delete' })
    expect(made.conflicts.map(({ id, default: taken }) => [id, taken])).toEqual([['checkpoints', 'keep']])
    const done = await run(made)
    const left = Object.keys(picture()).filter((path) => path.includes(twoTurns))
    expect(left).toEqual([])
    expect(Object.keys(picture()).filter((path) => path.startsWith('checkpoints/'))).toHaveLength(75)
    expect(listSessions(placesOf(sourceAt(home)).liveSessions).map(({ id }) => id)).not.toContain(twoTurns)
    await run(await engine.makeUndoPlan(done))
    expect(picture()).toEqual(before)
  })

  it('removes checkpoints of that session only, where that is chosen', async () => {
    const { plan, run, picture } = openHome()
    await run(await plan(twoTurns, { kind: 'delete' }), { checkpoints: 'remove' })
    expect(Object.keys(picture()).filter((path) => path.startsWith('checkpoints/'))).toHaveLength(70)
  })

  it('takes a session out of the file of the oldest GUI and leaves the others in it as they are', async () => {
    const { home, engine, plan, run, picture } = openHome()
    const before = picture()
    const done = await run(await plan('old-17', { kind: 'delete' }))
    const file = json(join(home, '.gestura', 'gui_sessions.json'))
    expect(file.sessions.map(({ id }: { id: string }) => id)).toEqual(['old-18'])
    await run(await engine.makeUndoPlan(done))
    expect(picture()).toEqual(before)
  })

  it('asks where gestura may have the session open, and removes nothing by default', async () => {
    const home = fixtureHome('gestura')
    appendFileSync(fileOf(home, twoTurns), '\n')
    const draft = await write.plan(sourceAt(home), { kind: 'delete', sessionId: twoTurns }, readingAt(Date.now()))
    const running = draft.conflicts.find(({ id }) => id === 'recently-used')
    expect(running?.leavesOut.keep).toHaveLength(draft.steps.length)
  })

  it('names the sandbox folder of the session, and leaves it', async () => {
    const { home, plan, run } = openHome()
    const file = put(home, `.gestura/sessions/${twoTurns}/notes.txt`, 'x')
    const made = await plan(twoTurns, { kind: 'delete' })
    expect(made.cannot.map(({ what }) => what).join()).toContain(join(home, '.gestura', 'sessions', twoTurns))
    await run(made)
    expect(existsSync(file)).toBe(true)
  })

  it('brings back a damaged session too', async () => {
    const { home, engine, plan, run, picture } = openHome()
    put(home, `.gestura/agent_sessions/${twoTurns}.json`, '{"id": "cut')
    const before = picture()
    const done = await run(await plan(twoTurns, { kind: 'delete' }))
    await run(await engine.makeUndoPlan(done))
    expect(picture()).toEqual(before)
  })
})
