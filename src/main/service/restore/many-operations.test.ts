import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { checkedLine } from '../operations/checked-lines'
import { Journals } from '../operations/journal'
import { diskGateway } from './gateway'
import {
  engineAt,
  newTestHome,
  quietly,
  removeTestHomes,
  restoreOf,
  type TestHome,
  testSession,
  writeCheckpoint,
  writeFile
} from './testing/test-home'
import { watchedGateway } from './testing/watched-gateway'

afterAll(removeTestHomes)

const limits = { maxDays: 10_000, maxBytes: 1e12 }

/** A home where one operation was made and ended, and copies of its journal and list stand for as many more as asked. */
async function homeWith(ended: number): Promise<TestHome> {
  const place = newTestHome()
  writeFile(place, 'a.json', 'old')
  writeCheckpoint(place, 'cp', { 'a.json': 'new' })
  writeCheckpoint(place, 'back', { 'a.json': 'old' })
  const operation = await change(place, 'cp')
  const journal = await new Journals(diskGateway, place.own).read(operation)
  const list = JSON.parse(readFileSync(join(place.own, 'vault', 'copies', `${operation}.json`), 'utf8'))
  for (let index = 1; index < ended; index++) {
    const id = `op-0-${String(index).padStart(8, '0')}`
    const entries = (journal?.entries ?? []).map((entry) =>
      entry.type === 'begin' ? { ...entry, record: { ...entry.record, id } } : entry
    )
    writeFileSync(join(place.own, 'journal', `${id}.jsonl`), Buffer.concat(entries.map(checkedLine)), { mode: 0o600 })
    const own = { ...list, operation: id, record: { ...list.record, id } }
    writeFileSync(join(place.own, 'vault', 'copies', `${id}.json`), JSON.stringify(own), { mode: 0o600 })
  }
  return place
}

/** As another process: an engine that has read nothing yet. */
async function change(place: TestHome, checkpoint: string, opened: string[] = []): Promise<string> {
  const gateway = watchedGateway(diskGateway, async (call, run) => {
    if (call.name === 'openToRead') opened.push(call.path)
    return run()
  })
  const engine = engineAt(place, { gateway, vaultLimits: () => limits })
  const plan = await engine.makePlan(restoreOf(testSession, checkpoint))
  return (await engine.apply(plan.planId, plan.digest, {}, quietly)).operationId
}

async function listed(place: TestHome, opened: string[] = []): Promise<number> {
  const gateway = watchedGateway(diskGateway, async (call, run) => {
    if (call.name === 'openToRead') opened.push(call.path)
    return run()
  })
  return (await engineAt(place, { gateway, vaultLimits: () => limits }).operations()).length
}

const journalsIn = (paths: readonly string[]) => paths.filter((path) => /journal\/op-[^/]*\.jsonl$/.test(path)).length
const listsIn = (paths: readonly string[]) => paths.filter((path) => /copies\/op-[^/]*\.json$/.test(path)).length

describe('with many operations that have ended', () => {
  it('an apply and a listing read as many journals and lists after 1,000 of them as after 10', async () => {
    const counts = []
    for (const ended of [10, 1000]) {
      const place = await homeWith(ended)
      // The first one reads what was written behind its back, and remembers it.
      await change(place, 'back')
      const [applied, looked]: [string[], string[]] = [[], []]
      await change(place, 'cp', applied)
      expect(await listed(place, looked)).toBe(ended + 2)
      counts.push({ applied: [journalsIn(applied), listsIn(applied)], looked: [journalsIn(looked), listsIn(looked)] })
    }
    expect(counts[1]).toEqual(counts[0])
    expect(counts[0]?.applied[0]).toBeLessThan(4)
    expect(counts[0]?.looked).toEqual([0, 0])
  }, 120_000)

  it('a lost or damaged index costs reading, and says nothing else', async () => {
    const place = await homeWith(12)
    await change(place, 'back')
    const before = await engineAt(place).operations()
    const [journals = ''] = readdirSync(join(place.own, 'known')).filter((name) => name.startsWith('journals'))
    const path = join(place.own, 'known', journals)
    const whole = readFileSync(path)
    for (const damage of [
      () => rmSync(path),
      () => writeFileSync(path, whole.subarray(0, whole.length >> 1)),
      () => writeFileSync(path, whole.toString('latin1').replaceAll('"done"', '"dine"'), 'latin1'),
      () => writeFileSync(path, Buffer.alloc(4096)),
      () => {
        rmSync(path)
        mkdirSync(path)
      }
    ]) {
      damage()
      expect(await engineAt(place).operations()).toEqual(before)
    }
    rmSync(path, { recursive: true })
    await change(place, 'cp')
    const opened: string[] = []
    expect(await listed(place, opened)).toBe(14)
    expect(journalsIn(opened)).toBe(0)
  })

  it('a journal that changed since is read itself', async () => {
    const place = await homeWith(2)
    await change(place, 'back')
    const path = join(place.own, 'journal', 'op-0-00000001.jsonl')
    const text = readFileSync(path, 'utf8')
    // As long as before, and no end any more.
    writeFileSync(path, text.replace(/"type":"ended"/, '"type":"endet"'))
    const found = (await engineAt(place).operations()).find(({ id }) => id === 'op-0-00000001')
    expect(found?.state).toBe('interrupted')
    writeFileSync(path, text)
    appendFileSync(path, 'more')
    const again = (await engineAt(place).operations()).find(({ id }) => id === 'op-0-00000001')
    expect(again?.state).toBe('done')
  })

  it('the index is made smaller when most of it says nothing any more', async () => {
    const place = await homeWith(4)
    await change(place, 'back')
    const path = join(place.own, 'known', 'journals.jsonl')
    const one = readFileSync(path)
    writeFileSync(path, Buffer.concat(Array.from({ length: 60 }, () => one)), { mode: 0o600 })
    await change(place, 'cp')
    expect(readFileSync(path).length).toBeLessThan(one.length * 3)
    const opened: string[] = []
    expect(await listed(place, opened)).toBe(6)
    expect(journalsIn(opened)).toBe(0)
  })
})
