import { join } from 'node:path'
import type { ChangeRequest } from '@shared/domain/change'
import type { ApplyResult } from '@shared/domain/operation'
import type { Plan } from '@shared/domain/plan'
import { createRestoreEngine, type RestoreEngine } from '../../../restore/engine'
import type { EngineSurroundings } from '../../../restore/engine-parts'
import { adapter } from '../adapter'
import { type SampleHome, sampleHome } from './sample-home'

type WithoutSession<R> = R extends { readonly session: unknown } ? Omit<R, 'session'> : never

/** A sample home with the real engine over it; our own folder lies inside, as it does for a person. */
export interface TactEngine extends SampleHome {
  readonly engine: RestoreEngine
  plan(session: string, request: WithoutSession<ChangeRequest>): Promise<Plan>
  apply(plan: Plan, choices?: Record<string, string>): Promise<ApplyResult>
  undo(operation: string): Promise<ApplyResult>
}

export const quietly = { signal: new AbortController().signal, progress: () => undefined }

export function engineOver(home: SampleHome, more: Partial<EngineSurroundings> = {}): RestoreEngine {
  return createRestoreEngine({
    ownFolder: join(home.home, '.reprise'),
    home: home.home,
    adapterOf: (agent) => (agent === 'tact' ? adapter : undefined),
    sourceOf: (id) => (id === home.source.id ? home.source : undefined),
    readingOf: () => home.reading,
    now: Date.now,
    ...more
  })
}

export async function tactEngine(folder: string | null): Promise<TactEngine> {
  const home = await sampleHome(folder)
  const engine = engineOver(home)
  const apply = (plan: Plan, choices = {}) => engine.apply(plan.planId, plan.digest, choices, quietly)
  return {
    ...home,
    engine,
    plan: (session, request) =>
      engine.makePlan({ ...request, session: { source: home.source.id, id: session } } as ChangeRequest),
    apply,
    undo: async (operation) => apply(await engine.makeUndoPlan(operation))
  }
}

/** Takes for every conflict of a plan the option that does something. */
export function everyOther(plan: Plan): Record<string, string> {
  return Object.fromEntries(
    plan.conflicts.map(({ id, options, default: keep }) => [
      id,
      options.find(({ value }) => value !== keep)?.value ?? keep
    ])
  )
}
