import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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

const titles = async (of: ServiceUnderTest = test) =>
  (await of.call('sessions.page', { query: { sort: 'title', descending: false }, offset: 0, limit: 9 })).rows.map(
    ({ title }) => title
  )
const write = (id: string) => home.write(id, { sessions: [{ id, title: id }] })

describe('Indexing', () => {
  it('a pause ends watching, and its end reads what happened meanwhile', async () => {
    write('a')
    test.service.start()
    await vi.waitFor(async () => expect(await titles()).toEqual(['a']), 10_000)
    await test.call('settings.set', { indexingPaused: true })
    expect(test.events.findLast(({ name }) => name === 'settings.changed')?.payload).toMatchObject({
      indexingPaused: true
    })
    const scans = () => test.events.filter(({ name }) => name === 'scan.progress').length
    const before = scans()
    // What another one, which is not paused, has read twice would have been read here as well.
    const other = await jotService(home, { home: join(home.own, 'other') })
    other.service.start()
    await vi.waitFor(async () => expect(await titles(other)).toEqual(['a']), 20_000)
    for (const id of ['b', 'c']) {
      write(id)
      await vi.waitFor(async () => expect(await titles(other)).toContain(id), 20_000)
    }
    await other.service.close()
    expect([await titles(), scans()]).toEqual([['a'], before])
    await test.call('settings.set', { indexingPaused: false })
    await vi.waitFor(async () => expect(await titles()).toEqual(['a', 'b', 'c']), 10_000)
    write('d')
    await vi.waitFor(async () => expect(await titles()).toEqual(['a', 'b', 'c', 'd']), 10_000)
  })

  it('a pause that was set before the start holds, and what a person asks for is read all the same', async () => {
    write('a')
    await test.call('settings.set', { indexingPaused: true })
    test.service.start()
    await test.service.parts.followPause()
    expect([test.service.parts.scanner.scanning, await titles()]).toEqual([false, []])
    await test.call('scan.run', {})
    expect(await titles()).toEqual(['a'])
  })
})
