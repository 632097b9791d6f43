import { join } from 'node:path'
import type { ChangeRequest } from '@shared/domain/change'
import type { Plan } from '@shared/domain/plan'
import { createRestoreEngine, type RestoreEngine } from '../../../restore/engine'
import { pictureOf, quietly } from '../../../restore/testing/test-home'
import { adapter } from '../adapter'
import { fixtureHome, readingAt, sourceAt } from './fixture-home'

type Without<R> = R extends { session: unknown } ? Omit<R, 'session'> : never

export interface OpenedHome {
  readonly home: string
  readonly engine: RestoreEngine
  plan(id: string, change: Without<ChangeRequest>): Promise<Plan>
  run(plan: Plan, choices?: Record<string, string>): Promise<string>
  picture(): Record<string, string>
}

/** A home of a test's own with an engine over it. */
export function openHome(fixture = 'gestura'): OpenedHome {
  const home = fixtureHome(fixture)
  const source = sourceAt(home)
  const engine = createRestoreEngine({
    ownFolder: join(home, '.config', 'reprise'),
    home,
    adapterOf: (agent) => (agent === 'gestura' ? adapter : undefined),
    sourceOf: (id) => (id === source.id ? source : undefined),
    readingOf: () => readingAt(),
    now: Date.now
  })
  return {
    home,
    engine,
    plan: (id, change) => engine.makePlan({ ...change, session: { source: source.id, id } } as ChangeRequest),
    run: async (plan, choices = {}) => (await engine.apply(plan.planId, plan.digest, choices, quietly)).operationId,
    picture: () => ({ ...pictureOf(join(home, '.gestura')), ...pictureOf(join(home, '.local')) })
  }
}
