import { afterAll, describe, expect, it } from 'vitest'
import { diskGateway, type Gateway } from './gateway'
import { declareDead, judge, makeScenario, type Scenario, scenarioNames } from './testing/crash-scenarios'
import { tellTally } from './testing/crash-tally'
import { daySeed, numbersFrom, runsAll } from './testing/day-seed'
import { engineAt, quietly, removeTestHomes } from './testing/test-home'
import { watchedGateway } from './testing/watched-gateway'

afterAll(removeTestHomes)

/** From here on no call reaches the disk, as if the machine had stopped. `kill.test.ts` does the same to real processes. */
class Stopped extends Error {}

/** Lets `count` changes through, then nothing; a last one that writes is cut in half if `torn`. */
function stopAfter(count: number, torn: boolean): { gateway: Gateway; changes: string[] } {
  const changes: string[] = []
  const gateway = watchedGateway(diskGateway, async (call, run, file) => {
    if (call.name === 'close') return run()
    if (changes.length >= count) throw new Stopped()
    if (!call.changes) return run()
    changes.push(call.name)
    if (changes.length === count && torn && file && call.bytes) {
      await file.write(call.bytes.subarray(0, call.bytes.length >> 1))
      throw new Stopped()
    }
    // A process that stops loses nothing that it had written, synced or not, so the test saves the time.
    return call.name === 'sync' || call.name === 'syncFolder' ? (undefined as never) : run()
  })
  return { gateway, changes }
}

/** Applies until the stop. Returns the names of the changes that were made; fewer than `count` when it came to its end. */
async function applyUntil(scenario: Scenario, count: number, torn: boolean): Promise<readonly string[]> {
  scenario.reset()
  const { gateway, changes } = stopAfter(count, torn)
  const { plan, place } = scenario
  await engineAt(place, { gateway }).apply(plan.planId, plan.digest, {}, quietly).catch(swallow)
  declareDead(place)
  return changes
}

async function recoverUntil(scenario: Scenario, count: number): Promise<void> {
  const { gateway } = stopAfter(count, count % 2 === 0)
  await engineAt(scenario.place, { gateway }).recover().catch(swallow)
  declareDead(scenario.place)
}

const swallow = () => undefined

describe('recover', () => {
  it.each(scenarioNames)(
    'A14 ends in old or new after a stop at every change of: %s',
    async (name) => {
      const scenario = await makeScenario(name)
      const number = numbersFrom(daySeed)
      const ends = { old: 0, new: 0 }
      const wrong: string[] = []
      /** Stops the apply, then the recovery as well, somewhere, before one is left in peace. */
      const stopAt = async (count: number, torn: boolean) => {
        const changes = await applyUntil(scenario, count, torn)
        if (changes.length < count) return null
        const stoppedAt = number(40)
        await recoverUntil(scenario, stoppedAt)
        const verdict = await judge(scenario)
        if (typeof verdict === 'string') ends[verdict] += 1
        else wrong.push(`stop at ${count}${torn ? ' torn' : ''}, recovery at ${stoppedAt}: ${verdict.wrong}`)
        return changes.at(-1) ?? 'nothing'
      }
      const step = runsAll ? 1 : name === 'restore' ? 2 : 4
      let count = daySeed % step
      for (; ; count += step) {
        const last = await stopAt(count, false)
        if (last === null) break
        if (last === 'write') await stopAt(count, true)
      }
      const sound = ends.old + ends.new
      const tried = sound + wrong.length
      tellTally({ what: `files and rows, ${name}`, by: 'stop', tried, of: tried * step, sound, lost: wrong.length })
      expect(wrong).toEqual([])
      expect(ends.old).toBeGreaterThan(0)
      expect(name === 'rejected' || ends.new > 0).toBe(true)
    },
    runsAll ? 3_600_000 : 240_000
  )
})
