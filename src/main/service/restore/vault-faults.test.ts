import { ExpectedFailure } from '@shared/ipc/errors'
import { afterAll, describe, expect, it } from 'vitest'
import type { Gateway } from './gateway'
import { declareDead } from './testing/crash-scenarios'
import { tellTally } from './testing/crash-tally'
import { daySeed, runsAll } from './testing/day-seed'
import { diskFaults, failAt } from './testing/failing-disk'
import { keepable, keepWish, keptSoundly } from './testing/keep-scenario'
import { prunable, soundness } from './testing/prune-scenario'
import { engineAt, quietly, removeTestHomes } from './testing/test-home'

afterAll(removeTestHomes)

/** `value` of what came to its end, else the code of the failure; anything but an expected failure is a bug and stops the test. */
async function endOf<T>(work: Promise<T>): Promise<{ value: T } | { code: string; said: string }> {
  return work.then(
    (value) => ({ value }),
    (error) => {
      if (!(error instanceof ExpectedFailure)) throw error
      return { code: error.failure.code, said: error.failure.message }
    }
  )
}

/**
 * Fails every call in turn, once and for a while, with every fault.
 *
 * @param attempt starts from the same state of the disk each time; answers what is wrong afterwards, or null.
 */
async function failEach(
  what: string,
  share: number,
  attempt: (gateway: Gateway) => Promise<string | null>
): Promise<void> {
  const undisturbed = failAt(Number.POSITIVE_INFINITY, 'EIO', 0)
  expect(await attempt(undisturbed.gateway)).toBeNull()
  // The lease is refreshed by the clock, so that a slow run makes a few calls more.
  const total = undisturbed.total()
  const wrong: string[] = []
  let [tried, hit] = [0, 0]
  for (let at = 1; at <= total; at++) {
    for (const [index, code] of diskFaults.entries()) {
      if (!runsAll && (at * diskFaults.length + index + daySeed) % share !== 0) continue
      for (const more of [0, 12]) {
        const { gateway, failed } = failAt(at, code, more)
        const problem = await attempt(gateway)
        tried += 1
        hit += Number(failed.length > 0)
        if (problem !== null) wrong.push(`${code} at ${at}+${more} ${failed[0]?.name} ${failed[0]?.path}: ${problem}`)
      }
    }
  }
  const [of, lost] = [total * diskFaults.length * 2, wrong.length]
  tellTally({ what, by: 'fault', tried, of, sound: tried - lost, lost })
  expect(wrong).toEqual([])
  expect(hit).toBeGreaterThan(0)
}

describe('keep, when the disk fails', () => {
  it(
    'A7 keeps a session whole or lists nothing of it, and says which',
    async () => {
      const scenario = keepable()
      const { place } = scenario
      await failEach('capture', 80, async (gateway) => {
        scenario.reset()
        const end = await endOf(engineAt(place, { gateway }).keeper.keep(keepWish, quietly.signal))
        declareDead(place)
        const listed = await engineAt(place).keeper.kept()
        if ('value' in end && listed[0]?.id !== end.value.id) return 'said kept, and it is not listed'
        if ('code' in end && !['io', 'lease.held'].includes(end.code)) return `said ${end.code}: ${end.said}`
        return keptSoundly(scenario)
      })
    },
    runsAll ? 3_600_000 : 240_000
  )
})

describe('prune, when the disk fails', () => {
  it(
    'A7 A18 loses no copy that is still listed as one that can be put back, and the next one ends it',
    async () => {
      const scenario = await prunable()
      const { place, limits } = scenario
      await failEach('prune', 120, async (gateway) => {
        scenario.reset()
        const end = await endOf(engineAt(place, { gateway, vaultLimits: () => limits }).keeper.prune())
        declareDead(place)
        if ('code' in end && !['io', 'lease.held'].includes(end.code)) return `said ${end.code}: ${end.said}`
        return soundness(scenario)
      })
    },
    runsAll ? 3_600_000 : 240_000
  )
})
