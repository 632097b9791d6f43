import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ExpectedFailure } from '@shared/ipc/errors'
import { afterEach, describe, expect, it } from 'vitest'
import { sha256Of } from '../../../restore/file-facts'
import { diskGateway, type Gateway } from '../../../restore/gateway'
import { isNative } from '../../../restore/plan-draft'
import { allEntries, readSample, removeHomes, type SampleHome, sampleHome } from '../testing/sample-home'
import { changeStore, pictureOfStore } from '../testing/store-rows'
import { native, targetOf } from './native-store'
import { write } from './write-part'

afterEach(removeHomes)

const kept = '01a227e0-b4db-7100-adb7-75a9c01d7b59'

interface Outcome {
  readonly folder: string
  readonly operation: string
  readonly tact: string
  readonly result: 'ok' | 'error'
}

const outcomes = readSample<Outcome[]>('outcomes-tact.json').filter((row) => row.tact === '0.8.3')
/** Every store that tact was let loose on, but the ones that are no store or already hold the session. */
const folders = [...new Set(outcomes.map(({ folder }) => folder))].filter(
  (folder) => !['tact', 'tact-config'].includes(folder)
)
/** Another version, a file that is cut off, and one with a damaged page among the events that the new numbers are compared with. */
const refused = new Set(['tact-newer', 'tact-older', 'tact-truncated', 'tact-corrupt-page'])

async function putInto(home: SampleHome): Promise<void> {
  const from = await sampleHome('tact')
  const parts = await write.capture(from.source, kept, from.reading)
  const draft = await write.plan(home.source, { kind: 'restore-kept', sessionId: kept, parts }, home.reading)
  const access = { gateway: diskGateway, source: home.source, ...home.reading }
  for (const step of draft.steps.filter(isNative)) await native.exchange(step.target, null, step.content, access)
}

describe('a kept session, put into every odd store', { timeout: 60_000 }, () => {
  it.each(folders)('tact-33 %s: all or nothing, and nothing else in it changes', async (folder) => {
    const home = await sampleHome(folder)
    const before = await pictureOfStore(home.database).catch(() => null)
    const listedBefore = (await home.sessions()).map(({ id, resumable }) => [id, resumable])
    if (refused.has(folder)) {
      const bytes = readFileSync(home.database)
      await expect(putInto(home)).rejects.toBeInstanceOf(ExpectedFailure)
      expect(readFileSync(home.database).equals(bytes)).toBe(true)
      expect(readdirSync(join(home.database, '..'))).toEqual(['v2.sqlite3'])
      return
    }
    await putInto(home)
    const from = await sampleHome('tact')
    const texts = async (each: SampleHome) =>
      (await allEntries(await each.open(kept))).map(({ kind, text, at }) => [kind, text, at])
    expect(await texts(home)).toEqual(await texts(from))
    const listed = await home.sessions()
    expect(listed.find(({ id }) => id === kept)?.resumable).toBe(true)
    const others = listed.filter(({ id }) => id !== kept).map(({ id, resumable }) => [id, resumable])
    expect(others.toSorted()).toEqual(listedBefore.toSorted())
    if (before !== null) expect(await pictureOfStore(home.database)).toMatchObject(before)
  })
})

describe('an exchange whose own process dies', () => {
  it('leaves the rows as they were, says so, and is done when it is tried again', async () => {
    const home = await sampleHome('tact')
    const target = targetOf(kept, false)
    const calm = { gateway: diskGateway, source: home.source, ...home.reading }
    const state = (await native.read(target, calm)) ?? new Uint8Array()
    const gateway: Gateway = {
      ...diskGateway,
      effect: async (what, _path, run) => {
        if (what === 'commit') for (const child of childrenOfThis()) process.kill(child, 'SIGKILL')
        return run()
      }
    }
    await expect(native.exchange(target, sha256Of(state), null, { ...calm, gateway })).rejects.toMatchObject({
      failure: { code: 'io' }
    })
    expect(sha256Of((await native.read(target, calm)) ?? new Uint8Array())).toBe(sha256Of(state))
    await native.exchange(target, sha256Of(state), null, calm)
    expect(await native.read(target, calm)).toBeNull()
    changeStore(home.database, (database) => {
      expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    })
  })
})

/** Processes that this one started; here only the one that writes. */
function childrenOfThis(): readonly number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      return parent === process.pid ? [Number(name)] : []
    } catch {
      // It ended while we looked.
      return []
    }
  })
}
