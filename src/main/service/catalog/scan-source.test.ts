import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { JotHome } from '../testing/jot-home'
import { jotService, type ServiceUnderTest } from '../testing/jot-service'

let home: JotHome
let test: ServiceUnderTest
beforeEach(async () => {
  home = new JotHome()
  test = await jotService(home)
})
afterEach(async () => {
  await test.service.close()
  home.dispose()
})

const scan = () => test.call('scan.run', {})
const list = async (query = {}) => (await test.call('sessions.page', { query, offset: 0, limit: 100 })).rows
const source = async () => (await test.call('sources.list', {})).sources[0]

describe('scanSource', () => {
  it('parses each unit once, and none again while nothing changes', async () => {
    home.write('a', { sessions: [{ id: 'a', title: 'First' }] })
    home.write('b', { sessions: [{ id: 'b', title: 'Second' }] })
    expect(await scan()).toEqual({ sources: 1, sessions: 2, parsed: 2, unchanged: 0, removed: 0 })
    expect(await scan()).toEqual({ sources: 1, sessions: 2, parsed: 0, unchanged: 2, removed: 0 })
  })

  it('parses what changed, adds what came and removes what went', async () => {
    home.write('a', { sessions: [{ id: 'a', title: 'First' }] })
    home.write('b', { sessions: [{ id: 'b' }] })
    await scan()
    home.write('a', { sessions: [{ id: 'a', title: 'First, renamed' }] })
    home.write('c', { sessions: [{ id: 'c' }] })
    home.remove('b')
    expect(await scan()).toMatchObject({ parsed: 2, unchanged: 0, removed: 1, sessions: 2 })
    expect((await list({ sort: 'title', descending: false })).map((row) => row.title)).toEqual(['c', 'First, renamed'])
  })

  it('remembers across a restart, and parses again for another version of Reprise', async () => {
    home.write('a', { sessions: [{ id: 'a' }] })
    await scan()
    await test.service.close()
    test = await jotService(home)
    expect(await scan()).toMatchObject({ parsed: 0, unchanged: 1 })
    test.service.parts.library.writer.run("update source set reader = 'an older one'")
    expect(await scan()).toMatchObject({ parsed: 1, unchanged: 0 })
    expect(await scan()).toMatchObject({ parsed: 0, unchanged: 1 })
  })

  it('joins checkpoints of other units to their session and counts them', async () => {
    home.write('a', { sessions: [{ id: 'a', ownCheckpoints: 1 }] })
    home.write('p1', { checkpoints: [{ id: 'p1', sessionId: 'a', restorable: true }] })
    home.write('p2', { checkpoints: [{ id: 'p2', sessionId: 'a' }] })
    await scan()
    expect(await list()).toMatchObject([{ id: 'a', checkpoints: 3 }])
    expect(await list({ restorable: true })).toHaveLength(1)
    home.remove('p1')
    await scan()
    expect(await list()).toMatchObject([{ id: 'a', checkpoints: 2 }])
    expect(await list({ restorable: true })).toHaveLength(0)
  })

  it('counts a session as restorable by a checkpoint of its own unit, new or known, joined to others or alone', async () => {
    home.write('a', { sessions: [{ id: 'a', ownCheckpoints: 1, ownRestorable: true }] })
    home.write('b', { sessions: [{ id: 'b', ownCheckpoints: 1 }] })
    await scan()
    expect(await list({ restorable: true })).toMatchObject([{ id: 'a', checkpoints: 1 }])
    home.write('p', { checkpoints: [{ id: 'p', sessionId: 'a' }] })
    await scan()
    expect(await list({ restorable: true })).toMatchObject([{ id: 'a', checkpoints: 2 }])
    home.write('a', { sessions: [{ id: 'a', ownCheckpoints: 1 }] })
    await scan()
    expect(await list({ restorable: true })).toHaveLength(0)
  })

  it('lists a session that is gone while a checkpoint of it remains', async () => {
    home.write('a', { sessions: [{ id: 'a', title: 'Alive', workspace: '/w' }] })
    home.write('p', {
      checkpoints: [{ id: 'p', sessionId: 'a', at: 5, restorable: true, title: 'From the checkpoint', workspace: '/w' }]
    })
    await scan()
    home.remove('a')
    await scan()
    expect(await list()).toMatchObject([
      { id: 'a', state: 'gone', title: 'From the checkpoint', workspace: '/w', updatedAt: 5, checkpoints: 1 }
    ])
    home.write('a', { sessions: [{ id: 'a', title: 'Alive again' }] })
    await scan()
    expect(await list()).toMatchObject([{ id: 'a', state: 'ok', title: 'Alive again' }])
    home.remove('a')
    home.remove('p')
    await scan()
    expect(await list()).toEqual([])
  })

  it('shows the readable one of two units that hold a session of one id', async () => {
    home.write('new', { sessions: [{ id: 's', title: 'Unreadable', state: 'unreadable', updatedAt: 9 }] })
    home.write('old', { sessions: [{ id: 's', title: 'Readable', updatedAt: 1 }] })
    await scan()
    expect(await list()).toMatchObject([{ title: 'Readable' }])
    home.remove('old')
    await scan()
    expect(await list()).toMatchObject([{ title: 'Unreadable', state: 'unreadable' }])
  })

  it('takes the last of two sessions of one id in one file', async () => {
    home.write('twice', {
      sessions: [
        { id: 's', title: 'First' },
        { id: 's', title: 'Last' }
      ]
    })
    home.write('other', { sessions: [{ id: 'other' }] })
    await scan()
    expect((await list()).map((row) => row.title).sort()).toEqual(['Last', 'other'])
  })

  it('shows a file that cannot be parsed as a finding of its source', async () => {
    home.write('bad', '{')
    home.write('good', { sessions: [{ id: 'good' }] })
    await scan()
    expect(await source()).toMatchObject({ state: 'partial', sessions: 1, findings: [{ code: 'jot.syntax' }] })
    expect((await test.call('findings.list', {})).findings).toMatchObject([{ code: 'jot.syntax' }])
  })

  it('tells a finding at the session whose file it is in, and at the source for a file of many sessions', async () => {
    const findings = [{ code: 'jot.odd', severity: 'problem' as const, what: 'Something is odd.' }]
    home.write('one', { sessions: [{ id: 'one' }], findings })
    home.write('many', { sessions: [{ id: 'a' }, { id: 'b' }] })
    await scan()
    const id = (await source())?.id ?? ''
    const at = async (session: string) =>
      (await test.call('findings.list', { session: { source: id, id: session } })).findings
    expect(await at('one')).toMatchObject(findings)
    expect(await source()).toMatchObject({ state: 'ok', findings: [] })
    home.write('many', { sessions: [{ id: 'a' }, { id: 'b' }], findings })
    await scan()
    expect(await source()).toMatchObject({ state: 'ok', findings })
    expect((await at('a')).map(({ code }) => code)).not.toContain('jot.odd')
  })

  it('keeps what it knows of a source that is locked, and says that the list is not complete', async () => {
    home.write('a', { sessions: [{ id: 'a', entries: 1, findings: 0 }] })
    await scan()
    expect((await test.call('sessions.page', { query: {}, offset: 0, limit: 1 })).complete).toBe(true)
    writeFileSync(join(home.root, 'LOCKED'), '')
    await scan()
    expect(await source()).toMatchObject({ state: 'locked', sessions: 1, findings: [{ code: 'source.locked' }] })
    expect(await test.call('sessions.page', { query: {}, offset: 0, limit: 1 })).toMatchObject({
      total: 1,
      complete: false
    })
  })

  it('goes on with the other sources when one meets a bug, and keeps its message out of the log', async () => {
    const other = join(home.home, 'other')
    mkdirSync(other)
    writeFileSync(join(other, 'x.json'), JSON.stringify({ sessions: [{ id: 'x' }] }))
    await test.call('settings.set', { roots: [{ agent: 'pi', path: other }] })
    home.write('a', { trouble: 'fault' })
    const logged: string[] = []
    test.service.parts.log.error = (message: string) => void logged.push(message)
    expect(await scan()).toMatchObject({ sources: 2, sessions: 1 })
    expect((await test.call('sources.list', {})).sources.map(({ state }) => state)).toEqual(['unreadable', 'ok'])
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain('TypeError')
    expect(logged[0]).not.toContain('hunter2')
  })

  it('forgets the sessions of a place that is not there any more, and does not list a default one', async () => {
    home.write('a', { sessions: [{ id: 'a' }] })
    await scan()
    rmSync(home.root, { recursive: true })
    expect(await scan()).toMatchObject({ removed: 1, sessions: 0 })
    expect(await source()).toBeUndefined()
  })

  it('fails where our own list cannot be written, and says why, instead of listing less', async () => {
    const { writer } = test.service.parts.library
    const { page_count: pages } = writer.get<{ page_count: number }>('pragma page_count') ?? { page_count: 0 }
    writer.get(`pragma max_page_count = ${pages}`)
    for (let index = 0; index < 500; index += 1) home.write(`s${index}`, { sessions: [{ id: `s${index}` }] })
    await expect(scan()).rejects.toMatchObject({
      failure: { code: 'io', message: expect.stringContaining('The disk is full (SQLITE_FULL)') }
    })
    writer.get('pragma max_page_count = 1000000')
    expect(await scan()).toMatchObject({ sessions: 500 })
    expect(await source()).toMatchObject({ state: 'ok', findings: [] })
  })

  it('can be cancelled', async () => {
    home.write('a', { trouble: 'hang' })
    const stop = new AbortController()
    stop.abort()
    await expect(test.call('scan.run', {}, { signal: stop.signal })).rejects.toMatchObject({
      failure: { code: 'cancelled' }
    })
  })
})

describe('Scanner', () => {
  it('is in its first scan until that ends, also when one source is through', async () => {
    await test.call('settings.set', { roots: [{ agent: 'pi', path: join(home.home, 'more') }] })
    mkdirSync(join(home.home, 'more'))
    for (let index = 0; index < 300; index += 1) home.write(`s${index}`, { sessions: [{ id: `s${index}` }] })
    const ever = async () => (await test.call('app.info', {})).everScanned
    const told: Promise<boolean>[] = []
    await test.call('scan.run', {}, { progress: () => void told.push(ever()) })
    expect(await Promise.all(told.slice(0, -1))).not.toContain(true)
    expect(told.length).toBeGreaterThan(1)
    expect(await ever()).toBe(true)
  })

  it('lets a window take part in the scan that is under way, and end it for everyone', async () => {
    for (let index = 0; index < 500; index += 1) home.write(`s${index}`, { sessions: [{ id: `s${index}` }] })
    const stop = new AbortController()
    const first = scan()
    const second = test.call('scan.run', {}, { signal: stop.signal })
    const both = Promise.allSettled([first, second])
    stop.abort()
    for (const outcome of await both) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { failure: { code: 'cancelled' } } })
    }
    const together = await Promise.all([scan(), scan()])
    expect(together[0]).toEqual(together[1])
    expect(together[0]).toMatchObject({ sessions: 500 })
    expect(await scan()).toMatchObject({ parsed: 0 })
  })

  it('knows what is not there before it reads the rest', async () => {
    await test.call('settings.set', { roots: [{ agent: 'pi', path: join(home.home, 'away') }] })
    for (let index = 0; index < 300; index += 1) home.write(`s${index}`, { sessions: [{ id: `s${index}` }] })
    const states: string[][] = []
    const tell = async () => states.push((await test.call('sources.list', {})).sources.map(({ state }) => state))
    await test.call('scan.run', {}, { progress: () => void tell() })
    expect(states.length).toBeGreaterThan(0)
    expect(states[0]).toEqual(['ok', 'missing'])
  })

  it('has one total over all sources, and counts up to it', async () => {
    const other = join(home.home, 'other')
    mkdirSync(other)
    for (let index = 0; index < 120; index += 1) {
      home.write(`s${index}`, { sessions: [{ id: `s${index}` }] })
      writeFileSync(join(other, `o${index}.json`), JSON.stringify({ sessions: [{ id: `o${index}` }] }))
    }
    await test.call('settings.set', { roots: [{ agent: 'pi', path: other }] })
    test.events.length = 0
    await scan()
    const told = test.events.flatMap(({ name, payload }) =>
      name === 'scan.progress' ? [payload as { done: number; total: number | null }] : []
    )
    expect(told.length).toBeGreaterThan(3)
    expect([...new Set(told.map(({ total }) => total))]).toEqual([240])
    const done = told.map((each) => each.done)
    expect(done).toEqual(done.toSorted((a, b) => a - b))
    expect(done.at(-1)).toBe(240)
  })

  it('shows rows while the scan goes on, and counts', async () => {
    for (let index = 0; index < 700; index += 1) home.write(`s${index}`, { sessions: [{ id: `s${index}` }] })
    const listed: number[] = []
    const progress: unknown[] = []
    const tell = (value: unknown) => {
      progress.push(value)
      listed.push(test.service.parts.view.count())
    }
    // Asked of the scanner itself: a call passes progress on only every so often.
    await test.service.parts.scanner.run(null, new AbortController().signal, tell)
    expect(listed.some((count) => count > 0 && count < 700)).toBe(true)
    expect(listed.at(-1)).toBe(700)
    expect(progress.at(-1)).toMatchObject({ done: 700, total: 700 })
  })
})
