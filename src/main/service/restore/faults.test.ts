import { ExpectedFailure } from '@shared/ipc/errors'
import { afterAll, describe, expect, it } from 'vitest'
import type { Gateway } from './gateway'
import { declareDead, judge, makeScenario, type Scenario, scenarioNames } from './testing/crash-scenarios'
import { tellTally } from './testing/crash-tally'
import { daySeed, runsAll } from './testing/day-seed'
import { diskFaults as codes, failAt } from './testing/failing-disk'
import { engineAt, pictureOfAgent, quietly, removeTestHomes } from './testing/test-home'

afterAll(removeTestHomes)

interface Outcome {
  readonly state: string
  readonly said: string
}

async function applyWith(scenario: Scenario, gateway: Gateway): Promise<Outcome> {
  scenario.reset()
  const { plan, place } = scenario
  const result = engineAt(place, { gateway }).apply(plan.planId, plan.digest, {}, quietly)
  return result.then(
    (value) => ({ state: value.state, said: JSON.stringify(value.results) }),
    (error) => {
      // Anything else than an expected failure is a bug of the engine and stops the test.
      if (!(error instanceof ExpectedFailure)) throw error
      return { state: error.failure.code, said: error.failure.message }
    }
  )
}

const claimsNothingChanged = ['rolled-back', 'io', 'refused', 'precondition.failed', 'plan.digest', 'not.found']

/** What the apply said must be what is on disk, at once; and after a recovery it is old or new whatever it said. */
async function check(scenario: Scenario, outcome: Outcome): Promise<string | null> {
  const now = JSON.stringify(pictureOfAgent(scenario.place))
  const isNew = now === JSON.stringify(scenario.new)
  if (outcome.state === 'done' && !isNew) return 'said done, and it was not'
  if (outcome.said.startsWith('Nothing was changed') && !sameButOurs(scenario, now))
    return 'said that nothing was changed, and something was'
  if (outcome.state === 'rolled-back' && !sameButOurs(scenario, now)) return 'said put back, and it was not'
  declareDead(scenario.place)
  const verdict = await judge(scenario)
  if (typeof verdict !== 'string') return `${verdict.wrong} (it had said ${outcome.state}: ${outcome.said})`
  if (outcome.state === 'done' && verdict !== 'new') return 'was done, and the recovery took it back'
  return claimsNothingChanged.includes(outcome.state) && verdict === 'new' && !isNew ? 'changed later by itself' : null
}

/** A name of ours that could not be removed may still be there until the next start. */
function sameButOurs(scenario: Scenario, now: string): boolean {
  const kept = Object.entries(JSON.parse(now) as Record<string, string>).filter(([name]) => !name.includes('.reprise-'))
  return JSON.stringify(Object.fromEntries(kept)) === JSON.stringify(scenario.old)
}

describe('apply when the disk fails', () => {
  it.each(scenarioNames)(
    'A7 leaves old or new, and says which: %s',
    async (name) => {
      const scenario = await makeScenario(name)
      scenario.reset()
      const undisturbed = failAt(Number.POSITIVE_INFINITY, 'EIO', 0)
      await applyWith(scenario, undisturbed.gateway)
      const wrong: string[] = []
      const states: Record<string, number> = {}
      let tried = 0
      for (let at = 1; at <= undisturbed.total(); at++) {
        for (const [index, code] of codes.entries()) {
          if (!runsAll && (at + index + daySeed) % 140 !== 0) continue
          // One call, or a disk that stays broken for a while, also while everything is put back.
          for (const more of [0, 12]) {
            const { gateway, failed } = failAt(at, code, more)
            const outcome = await applyWith(scenario, gateway)
            tried += 1
            states[outcome.state] = (states[outcome.state] ?? 0) + 1
            const problem = await check(scenario, outcome)
            if (problem !== null)
              wrong.push(`${code} at ${at}+${more} ${failed[0]?.name} ${failed[0]?.path}: ${problem}`)
          }
        }
      }
      const of = undisturbed.total() * codes.length * 2
      const lost = wrong.length
      tellTally({ what: `files and rows, ${name}`, by: 'fault', tried, of, sound: tried - lost, lost })
      expect(wrong).toEqual([])
      expect(Object.keys(states).length).toBeGreaterThan(1)
    },
    runsAll ? 3_600_000 : 300_000
  )
})
