import { rmSync } from 'node:fs'
import type { SessionRef } from '@shared/domain/session'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildReaderThread } from '../testing/build-reader-thread'
import { JotHome, textEntry } from '../testing/jot-home'
import { jotService, type ServiceUnderTest } from '../testing/jot-service'
import { threadReaders } from './thread-readers'

let built: Awaited<ReturnType<typeof buildReaderThread>>
let home: JotHome
let test: ServiceUnderTest
beforeAll(async () => {
  built = await buildReaderThread()
}, 60_000)
afterAll(() => rmSync(built.folder, { recursive: true, force: true }))
beforeEach(async () => {
  home = new JotHome()
  test = await jotService(home, { readers: (options) => threadReaders({ ...options, script: built.script }) })
})
afterEach(async () => {
  await test.service.close()
  home.dispose()
})

const scan = () => test.call('scan.run', {})
const first = (session: SessionRef) =>
  test.call('transcript.page', { session, from: 'start', direction: 'forward', limit: 10 })
async function ref(id: string): Promise<SessionRef> {
  return { source: (await test.call('sources.list', {})).sources[0]?.id ?? '', id }
}

describe('threadReaders', () => {
  it('scans and reads as it does without threads', async () => {
    for (let index = 0; index < 450; index += 1)
      home.write(`s${index}`, { sessions: [{ id: `s${index}` }], entries: [textEntry('e', `${index}`)] })
    expect(await scan()).toMatchObject({ parsed: 450, sessions: 450 })
    expect(await scan()).toMatchObject({ parsed: 0, unchanged: 450 })
    expect((await first(await ref('s7'))).entries).toEqual([textEntry('e', '7')])
    expect((await test.call('config.show', { source: (await ref('')).source })).documents[0]?.entries).toContainEqual({
      key: 'name',
      value: 'jots'
    })
  })

  it('gives the failures of an adapter as what they are', async () => {
    home.write('p', { checkpoints: [{ id: 'p', sessionId: 'gone' }] })
    await scan()
    await expect(first(await ref('gone'))).rejects.toMatchObject({ failure: { code: 'session.gone' } })
  })

  it('answers a bug with a trace id, and logs where it was without what it said', async () => {
    home.write('good', { sessions: [{ id: 'good' }] })
    await scan()
    const log = vi.spyOn(test.service.parts.log, 'error')
    home.write('good', { trouble: 'fault' })
    await expect(first(await ref('good'))).rejects.toMatchObject({ failure: { code: 'internal' } })
    expect(log.mock.calls[0]?.[0]).toMatch(/TypeError[\s\S]*reader-thread/)
    expect(log.mock.calls[0]?.[0]).not.toContain('hunter2')
  })

  it('answers what a dying thread was asked, and goes on with a new one', async () => {
    home.write('bad', { entries: [] })
    home.write('good', { sessions: [{ id: 'good' }], entries: [textEntry('e', 'x')] })
    await scan()
    home.write('bad', { trouble: 'end the thread' })
    await expect(first(await ref('bad'))).rejects.toMatchObject({ failure: { code: 'session.unreadable' } })
    expect((await first(await ref('good'))).entries).toHaveLength(1)
    expect(await scan()).toMatchObject({ sources: 1 })
    expect((await test.call('sources.list', {})).sources[0]).toMatchObject({ state: 'unreadable', sessions: 1 })
    home.remove('bad')
    await scan()
    expect((await test.call('sources.list', {})).sources[0]?.state).toBe('ok')
  })

  it('answers other requests while one session takes long, and while a scan does', async () => {
    home.write('good', { sessions: [{ id: 'good' }], entries: [textEntry('e', 'x')] })
    await scan()
    home.write('slow', { trouble: 'hang' })
    const stop = new AbortController()
    const scanning = test.call('scan.run', {}, { signal: stop.signal }).catch(() => undefined)
    const slow = first(await ref('slow')).catch(() => undefined)
    expect((await first(await ref('good'))).entries).toHaveLength(1)
    stop.abort()
    await test.service.close()
    await Promise.all([slow, scanning])
  })

  it('counts with progress and can be cancelled', async () => {
    home.write('long', {
      sessions: [{ id: 'long' }],
      entries: Array.from({ length: 20_000 }, (_, index) => textEntry(`e${index}`, 'x'))
    })
    await scan()
    const session = await ref('long')
    const seen: number[] = []
    const answer = await test.call('transcript.account', { session }, { progress: ({ done }) => void seen.push(done) })
    expect(answer.entries).toBe(20_000)
    expect(seen.length).toBeGreaterThan(1)
    const stop = new AbortController()
    const counting = test.call('transcript.account', { session }, { signal: stop.signal, progress: () => stop.abort() })
    await expect(counting).rejects.toMatchObject({ failure: { code: 'cancelled' } })
  })
})
