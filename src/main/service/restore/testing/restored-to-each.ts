import type { Entry } from '@shared/domain/transcript'
import { expect } from 'vitest'
import { type ChangingHome, talk } from './changing-home'

/** The entries that a session which was put back to the one at `index` has. */
type Expected = (entries: readonly Entry[], index: number) => readonly Entry[]

const upTo: Expected = (entries, index) => entries.slice(0, index + 1)

/**
 * Puts a session back to each of its entries, one after the other, and expects a session that ends there, each time taken back. Entries to
 * which it cannot be put back must be refused. Gives how many were no such ones.
 */
export async function restoredToEach(place: ChangingHome, session: string, expected = upTo): Promise<number> {
  const entries = await place.entries(session)
  let allowed = 0
  for (const [index, { id }] of entries.entries()) {
    const plan = await place.plan(session, { kind: 'restore-to-entry', entry: id }).catch((error) => error.failure)
    if ('code' in plan) {
      expect(plan.code).toBe('refused')
      continue
    }
    allowed += 1
    const { created, operationId, verified } = await place.apply(plan)
    expect(verified).toBe(true)
    expect(talk(await place.entries(created?.id ?? ''))).toEqual(talk(expected(entries, index)))
    await place.undo(operationId)
  }
  return allowed
}
