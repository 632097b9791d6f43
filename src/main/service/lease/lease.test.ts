import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { ExpectedFailure } from '@shared/ipc/errors'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { diskGateway, type Gateway } from '../restore/gateway'
import { LeaseKeeper } from './lease'
import { LeaseFile } from './lease-file'
import type { LeaseTimes } from './lease-times'

let own: string
let now: number

beforeEach(() => {
  own = mkdtempSync(join(tmpdir(), 'reprise-lease-'))
  now = 1_000_000
})

afterEach(() => rmSync(own, { recursive: true, force: true }))

const never = new AbortController().signal
const keeper = (times: Partial<LeaseTimes> = {}) =>
  new LeaseKeeper(diskGateway, own, { wait: 0, refreshEvery: 1_000_000, ...times }, () => now)

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.catch((reason: unknown) => reason)
  if (error instanceof ExpectedFailure) return error.failure.code
  throw new Error(`no failure: ${String(error)}`)
}

/** Rewrites the present epoch as if this process, or another one, had left it so. */
function rewrite(change: (state: { holder: Record<string, unknown>; refreshedAt: number }) => void): void {
  const folder = join(own, 'lease')
  const name = readdirSync(folder).find((each) => each.startsWith('epoch-') && each.endsWith('.json')) ?? ''
  const state = JSON.parse(readFileSync(join(folder, name), 'utf8'))
  change(state)
  writeFileSync(join(folder, name), JSON.stringify(state))
}

describe('LeaseKeeper', () => {
  it('raises the epoch by one at each taking', async () => {
    for (const epoch of [1, 2, 3]) {
      const lease = await keeper().take(never)
      expect(lease.epoch).toBe(epoch)
      await lease.release()
    }
    expect(readdirSync(join(own, 'lease'))).toEqual(['epoch-3.json'])
  })

  it('keeps others out while it is held, and says who holds it', async () => {
    const lease = await keeper().take(never)
    const error = await keeper()
      .take(never)
      .catch((reason: unknown) => reason)
    expect((error as ExpectedFailure).failure).toMatchObject({
      code: 'lease.held',
      data: { holder: `${hostname()}:${process.pid}`, epoch: 1 }
    })
    expect(await keeper().current()).toMatchObject({ epoch: 1 })
    await lease.release()
    expect(await keeper().current()).toBeNull()
  })

  it('waits a little for a holder that is about to end', async () => {
    const lease = await keeper().take(never)
    setTimeout(() => lease.release(), 150)
    const next = await keeper({ wait: 5_000 }).take(never)
    expect(next.epoch).toBe(2)
    await next.release()
  })

  it('stops waiting when it is cancelled', async () => {
    const lease = await keeper().take(never)
    expect(await codeOf(keeper({ wait: 5_000 }).take(AbortSignal.timeout(100)))).toBe('cancelled')
    await lease.release()
  })

  it('takes over from a process that is gone, and from one that has another start than the number says', async () => {
    await keeper().take(never)
    rewrite((state) => {
      state.holder.pid = 4_194_399
    })
    const second = await keeper().take(never)
    expect(second.epoch).toBe(2)
    rewrite((state) => {
      state.holder.started = '1'
    })
    expect((await keeper().take(never)).epoch).toBe(process.platform === 'linux' ? 3 : 2)
  })

  it('does not judge a process of another machine by its number', async () => {
    await keeper().take(never)
    rewrite((state) => {
      state.holder = { ...state.holder, host: 'elsewhere', pid: 4_194_399 }
    })
    expect(await codeOf(keeper().take(never))).toBe('lease.held')
    now += 15_001
    expect((await keeper().take(never)).epoch).toBe(2)
  })

  it('fails closed once the wall clock says that it was held up too long, also when nobody has taken it', async () => {
    const lease = await keeper().take(never)
    await lease.check()
    now += 15_001
    expect(await codeOf(lease.check())).toBe('lease.held')
    now -= 15_001
    expect(await codeOf(lease.check())).toBe('lease.held')
  })

  it('fails closed when a later epoch exists, and its late release changes nothing', async () => {
    const first = await keeper().take(never)
    rewrite((state) => {
      state.refreshedAt -= 20_000
    })
    const second = await keeper().take(never)
    expect(await codeOf(first.check())).toBe('lease.held')
    await first.release()
    await second.check()
    expect(await keeper().current()).toMatchObject({ epoch: 2 })
  })

  it('fails closed when the disk does not say whether another has taken over, and goes on after a short failure', async () => {
    let failures = 0
    const gateway: Gateway = {
      ...diskGateway,
      list: (folder) => {
        if (failures-- > 0) throw Object.assign(new Error('EIO'), { code: 'EIO' })
        return diskGateway.list(folder)
      }
    }
    const times = { wait: 0, refreshEvery: 1_000_000, lookEvery: 1_000_000 }
    const lease = await new LeaseKeeper(gateway, own, times, () => now).take(never)
    failures = 1
    await lease.check()
    failures = Number.POSITIVE_INFINITY
    expect(await codeOf(lease.check())).toBe('lease.held')
  })

  it('stays held over a long time while it is refreshed', async () => {
    const lease = await keeper({ refreshEvery: 20 }).take(never)
    for (let round = 0; round < 5; round++) {
      now += 10_000
      const at = now
      await vi.waitFor(async () => expect((await keeper().current())?.refreshedAt).toBe(at), 5_000)
      await lease.check()
      expect(await codeOf(keeper().take(never))).toBe('lease.held')
    }
    await lease.release()
  })

  it('lets only one of many takers have it', async () => {
    const ends = await Promise.allSettled(Array.from({ length: 12 }, () => keeper().take(never)))
    expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(1)
  })

  it('does not try again when it was taken away by a person while it was still being taken', async () => {
    const watched: Gateway = {
      ...diskGateway,
      async link(from, to) {
        await diskGateway.link(from, to)
        if (to.endsWith('epoch-1.json')) await (await keeper({ grace: 0 }).takeOver(1))?.release()
      }
    }
    const late = new LeaseKeeper(watched, own, { wait: 0 }, () => now)
    const error = await late.take(never).catch((reason: unknown) => reason)
    expect((error as ExpectedFailure).failure).toMatchObject({ code: 'lease.held', data: { epoch: 2, lost: true } })
    expect(await keeper().view()).toMatchObject({ state: 'free', epoch: 2 })
  })

  it('takes a lease whose file was cut off by a crash of the machine', async () => {
    await keeper().take(never)
    writeFileSync(join(own, 'lease', 'epoch-1.json'), '{"epo')
    expect((await keeper().take(never)).epoch).toBe(2)
  })
})

describe('LeaseFile', () => {
  it('gives up an epoch that others have passed meanwhile', async () => {
    await keeper().take(never)
    const state = await new LeaseFile(diskGateway, own).read()
    if (state === null) throw new Error('no lease')
    const file = new LeaseFile(diskGateway, own)
    expect(await file.take({ ...state, epoch: 3 })).toBe(true)
    expect(await file.take({ ...state, epoch: 3 })).toBe(false)
    expect(await file.take({ ...state, epoch: 2 })).toBe(false)
    expect(await file.epoch()).toBe(3)
  })
})
