import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { JotHome } from '../testing/jot-home'
import { jotService, type ServiceUnderTest } from '../testing/jot-service'

let home: JotHome
let test: ServiceUnderTest
beforeEach(async () => {
  home = new JotHome()
  home.write('a', { sessions: [{ id: 'a', title: 'Before' }] })
  home.write('b', { sessions: [{ id: 'b' }] })
  test = await jotService(home)
  test.service.start()
  await vi.waitFor(() => expect(changes().length).toBeGreaterThan(0))
  await settled()
  test.events.length = 0
})
afterEach(async () => {
  await test.service.close()
  home.dispose()
})

const changes = () =>
  test.events
    .filter((event) => event.name === 'catalog.changed')
    .map((event) => event.payload as { sessions: { id: string }[] | null })
const settled = () => new Promise((resolve) => setTimeout(resolve, 400))
const titles = async () =>
  (await test.call('sessions.page', { query: {}, offset: 0, limit: 10 })).rows.map((row) => row.title)
const soon = { timeout: 2500, interval: 20 }

describe('watchSources', () => {
  it('shows a changed session, and names it alone', async () => {
    home.write('a', { sessions: [{ id: 'a', title: 'After' }] })
    await vi.waitFor(() => expect(changes().length).toBe(1), soon)
    expect(changes()[0]?.sessions?.map(({ id }) => id)).toEqual(['a'])
    expect(await titles()).toContain('After')
  })

  it('sees files that come, go and take the place of others', async () => {
    writeFileSync(join(home.home, 'next'), JSON.stringify({ sessions: [{ id: 'a', title: 'Renamed over' }] }))
    renameSync(join(home.home, 'next'), join(home.root, 'a.json'))
    home.remove('b')
    home.write('c', { sessions: [{ id: 'c', title: 'New' }] })
    await vi.waitFor(async () => expect((await titles()).sort()).toEqual(['New', 'Renamed over']), soon)
  })

  it('keeps up with a writer that does not pause', async () => {
    let count = 0
    const timer = setInterval(() => home.write('a', { sessions: [{ id: 'a', title: `Number ${++count}` }] }), 40)
    await vi.waitFor(() => expect(changes().length).toBeGreaterThan(0), soon)
    clearInterval(timer)
    await vi.waitFor(async () => expect(await titles()).toContain(`Number ${count}`), soon)
  })

  it('does not look again while nothing changes', async () => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect(test.events).toEqual([])
  })

  it('goes on when the place is removed and comes back', async () => {
    rmSync(home.root, { recursive: true })
    await vi.waitFor(async () => expect(await titles()).toEqual([]), { timeout: 8000, interval: 50 })
    mkdirSync(home.root)
    home.write('z', { sessions: [{ id: 'z', title: 'Back' }] })
    await vi.waitFor(async () => expect(await titles()).toEqual(['Back']), { timeout: 19_000, interval: 50 })
  }, 30_000)
})
