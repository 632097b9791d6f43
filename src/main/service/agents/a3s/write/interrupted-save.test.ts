import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writePretty } from '../../../json/write-json'
import { diskGateway } from '../../../restore/gateway'
import { buildProcess } from '../../../restore/testing/build-process'
import { tellTally } from '../../../restore/testing/crash-tally'
import { daySeed, runsAll } from '../../../restore/testing/day-seed'
import { type DiskCall, watchedGateway } from '../../../restore/testing/watched-gateway'
import { snapshotDigest } from '../digest'
import { sessionsFolder, walFile } from '../store/layout'
import { loadSnapshot } from '../store/load-session'
import { previewOpening } from '../store/opening'
import { temporaryFolder } from '../test-fixtures'
import { FileSessionStore } from './file-store'
import { logText, nameOf, openStore, plainly, sampleSnapshot, unwrap } from './testing/made-store'
import type { SaveOrder } from './testing/saving-process'
import { startSaving } from './testing/start-saving'

/** A store with one generation called `old`, again and again as it was. */
async function madeStore() {
  const folder = temporaryFolder()
  const root = join(folder, 'store')
  unwrap(await (await openStore(root)).saveSnapshot(sampleSnapshot('s', 'old')))
  cpSync(root, join(folder, 'kept'), { recursive: true })
  const reset = () => {
    rmSync(root, { recursive: true, force: true })
    cpSync(join(folder, 'kept'), root, { recursive: true })
  }
  return { folder, root, reset }
}

const now = (root: string) => nameOf(unwrap(loadSnapshot(root, 's', null))?.snapshot ?? null)

/**
 * What must hold whatever happened: the store opens strictly, the session is the old or the new generation, the next save
 * works and leaves nothing of ours behind, and its log reads. Returns which generation it was.
 */
async function judge(root: string): Promise<unknown> {
  const opening = previewOpening(root, 'strict', null)
  if (!opening.ok) return `does not open: ${opening.error}`
  const name = now(root)
  if (name !== 'old' && name !== 'new') return `holds ${String(name)}`
  const store = await openStore(root)
  const digest = unwrap(await store.saveSnapshot(sampleSnapshot('s', 'next')))
  if (now(root) !== 'next' || digest !== snapshotDigest(sampleSnapshot('s', 'next'))) return 'the next save is lost'
  const left = readdirSync(sessionsFolder(root)).filter((file) => file.endsWith('.tmp'))
  if (left.length > 0) return `left ${left.join()}`
  return previewOpening(root, 'strict', null).ok ? name : 'does not open after the next save'
}

describe('a save that is killed', () => {
  let program: string
  beforeAll(async () => {
    program = await buildProcess(new URL('./testing/saving-process.ts', import.meta.url))
  }, 60_000)
  afterAll(() => rmSync(dirname(program), { recursive: true, force: true }))

  it('a3s-37 A14 leaves the old or the new generation and an open store, whichever change it was at', async () => {
    const { folder, root, reset } = await madeStore()
    const snapshot = join(folder, 'new.json')
    writeFileSync(snapshot, writePretty(sampleSnapshot('s', 'new')))
    const order = { root, snapshot, times: 1, at: 0, when: 'before' } as const
    reset()
    const names = (await startSaving(program, order)).lines.at(-1)?.names ?? []
    expect(names.filter((name) => name.startsWith('append'))).toEqual(['append intent', 'append committed'])
    const orders = names.flatMap((name, index): SaveOrder[] =>
      (name === 'write' ? (['before', 'torn', 'after'] as const) : (['before', 'after'] as const)).map((when) => ({
        ...order,
        at: index + 1,
        when
      }))
    )
    const wrong: string[] = []
    const ends: Record<string, number> = { old: 0, new: 0 }
    for (const each of orders) {
      reset()
      const ended = await startSaving(program, each)
      const what = `${each.when} ${names[each.at - 1]} (${each.at})`
      if (ended.signal !== 'SIGKILL') wrong.push(`${what}: not killed ${ended.complaint}`)
      const verdict = String(await judge(root))
      if (verdict in ends) ends[verdict] = (ends[verdict] ?? 0) + 1
      else wrong.push(`${what}: ${verdict}`)
    }
    const tried = orders.length
    const sound = (ends.old ?? 0) + (ends.new ?? 0)
    tellTally({ what: 'a3s, a save of a generation', by: 'SIGKILL', tried, of: tried, sound, lost: wrong.length })
    expect(wrong).toEqual([])
    expect(ends.old).toBeGreaterThan(0)
    expect(ends.new).toBeGreaterThan(0)
  }, 240_000)
})

const codes = ['ENOSPC', 'EIO', 'EACCES', 'EXDEV', 'EBUSY'] as const

describe.skipIf(process.platform === 'win32')('a disk that takes only a part of a line of the log', () => {
  let program: string
  beforeAll(async () => {
    program = await buildProcess(new URL('./testing/saving-process.ts', import.meta.url))
  }, 60_000)
  afterAll(() => rmSync(dirname(program), { recursive: true, force: true }))

  it('A7 a3s-37 gets that part taken back, for the intent and for the commit, and the store opens', async () => {
    const { folder, root, reset } = await madeStore()
    const snapshot = join(folder, 'new.json')
    writeFileSync(snapshot, writePretty(sampleSnapshot('s', 'new')))
    const limitKiB = 64
    const line = logText(root).split('\n')[0]?.length ?? 0
    // The log ends 100 bytes before the limit of the first or the second line; blank lines mean nothing in it.
    for (const [fits, expected] of [
      [0, 'old'],
      [1, 'new']
    ] as const) {
      reset()
      const fill = limitKiB * 1024 - 100 - fits * (line + 1) - logText(root).length
      writeFileSync(walFile(root), `${logText(root)}${'\n'.repeat(fill)}`)
      const ended = await startSaving(program, { root, snapshot, times: 1, at: 0, when: 'before' }, limitKiB)
      expect(ended.complaint).toMatch(/ENOSPC|EFBIG/)
      expect(logText(root).endsWith('\n')).toBe(true)
      expect(now(root)).toBe(expected)
      expect(await judge(root)).toBe(expected)
    }
  })
})

describe('a save that the disk fails', () => {
  it('A7 says so and leaves the old generation, or the new one with its intent in the log, at every single call', async () => {
    const { root, reset } = await madeStore()
    reset()
    const total = (await failing(root, Number.POSITIVE_INFINITY, 'EIO')).calls.length
    expect(total).toBeGreaterThan(15)
    const wrong: string[] = []
    let tried = 0
    for (let at = 1; at <= total; at++) {
      for (const code of runsAll ? codes : codes.slice(daySeed % 4, (daySeed % 4) + 2)) {
        tried += 1
        reset()
        const { said, calls } = await failing(root, at, code)
        const what = `${code} at ${at} (${calls[at - 1]?.name}): ${said}`
        const is = now(root)
        // What was acknowledged is there; what was not may be, since the last line comes after the generation.
        if (said === 'ok' && is !== 'new') wrong.push(`${what}, but it is ${String(is)}`)
        const verdict = String(await judge(root))
        if (verdict !== 'old' && verdict !== 'new') wrong.push(`${what}: ${verdict}`)
      }
    }
    const tally = {
      what: 'a3s, a save of a generation',
      tried,
      of: total * codes.length,
      sound: tried - wrong.length,
      lost: wrong.length
    }
    tellTally({ ...tally, by: 'fault' })
    expect(wrong).toEqual([])
  }, 120_000)
})

/** Opens and saves with an error at one call. */
async function failing(root: string, at: number, code: string): Promise<{ said: string; calls: DiskCall[] }> {
  const calls: DiskCall[] = []
  const gateway = watchedGateway(diskGateway, async (call, run) => {
    calls.push(call)
    if (calls.length === at) {
      // A close that fails has closed all the same.
      if (call.name === 'close') await run()
      throw Object.assign(new Error(`${code}: played`), { code })
    }
    return run()
  })
  try {
    const opened = await FileSessionStore.open(root, { ...plainly, gateway })
    if (!opened.ok) return { said: opened.kind, calls }
    const saved = await opened.value.saveSnapshot(sampleSnapshot('s', 'new'))
    return { said: saved.ok ? 'ok' : saved.kind, calls }
  } catch (error) {
    const played = (error as NodeJS.ErrnoException).code === code
    return { said: played ? code : `threw ${String(error)}`, calls }
  }
}
