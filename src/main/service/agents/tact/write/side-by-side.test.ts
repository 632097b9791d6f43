import { setTimeout as pause } from 'node:timers/promises'
import { ExpectedFailure } from '@shared/ipc/errors'
import { afterEach, describe, expect, it } from 'vitest'
import { daySeed, numbersFrom, runsAll } from '../../../restore/testing/day-seed'
import { followRules } from '../testing/rule-following-writer'
import { removeHomes } from '../testing/sample-home'
import { changeStore, pictureOfStore } from '../testing/store-rows'
import { everyOther, tactEngine } from '../testing/tact-engine'

afterEach(removeHomes)

const written = '01a227e1-0004-70b1-972c-6940db97c8a7'
const sessions = [
  '01a227dd-ce8e-75f3-b00c-fcc4c80c8f2c',
  '01a227e0-50fc-7660-b049-d614c59e0e23',
  '01a227e1-3686-7c03-978f-5fb39ceb75e4'
]
const duration = runsAll ? 120_000 : 5000

function lockedOr(error: unknown): null {
  if (error instanceof ExpectedFailure && error.failure.code === 'source.locked') return null
  throw error
}

describe('changes beside a tact that writes', () => {
  it(
    'tact-27 a writer that meets the lock keeps its records and stores them in order, and no change of Reprise is lost',
    async () => {
      const home = await tactEngine('tact')
      const before = await pictureOfStore(home.database)
      const number = numbersFrom(daySeed)
      const writer = followRules(home.database, written)
      await pause(300)
      const until = Date.now() + duration
      let changes = 0
      while (Date.now() < until) {
        const session = sessions[number(sessions.length)] ?? ''
        const kinds = [
          { kind: 'delete' },
          { kind: 'restore', checkpoint: 'resume-state' },
          { kind: 'fork', checkpoint: null, entry: null, workspace: null }
        ] as const
        const kind = kinds[number(kinds.length)] ?? kinds[0]
        // The writer may be so busy that a plan is refused; a person then makes it again.
        const plan = await home.plan(session, kind).catch(lockedOr)
        if (plan === null) continue
        if (plan.steps.every(({ action }) => action === 'keep')) continue
        const { operationId, state } = await home.apply(plan, everyOther(plan))
        expect(state).toBe('done')
        expect((await home.undo(operationId)).state).toBe('done')
        changes += 1
      }
      const batches = await writer.stop()
      const after = await pictureOfStore(home.database)
      changeStore(home.database, (database) => {
        expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
        const rows = database
          .prepare(`SELECT json_extract(CAST(record_json AS TEXT), '$.payload.batch') AS batch FROM events
            WHERE session_id = ? AND json_extract(CAST(record_json AS TEXT), '$.payload.batch') IS NOT NULL ORDER BY event_id`)
          .pluck()
          .all(written)
        expect(rows).toEqual(batches.flatMap((batch) => [batch, batch]))
      })
      const others = (picture: Record<string, string>) =>
        Object.entries(picture).filter(([key]) => key in before && key !== `sessions ${written}`)
      expect(others(after)).toEqual(others(before))
      expect(Object.keys(after).length - Object.keys(before).length).toBe(2 * batches.length)
      expect(changes).toBeGreaterThan(1)
      expect(batches.length).toBeGreaterThan(20)
    },
    duration + 60_000
  )
})
