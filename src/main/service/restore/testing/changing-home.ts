import type { ChangeRequest } from '@shared/domain/change'
import type { ApplyResult } from '@shared/domain/operation'
import type { Plan } from '@shared/domain/plan'
import type { Entry } from '@shared/domain/transcript'
import { readingFor } from '../../agents/conformance/browse'
import { type RealAgent, type RealPlace, realPlace } from './real-agent'
import { pictureOf, quietly } from './test-home'

type WithoutSession<R> = R extends { readonly session: unknown } ? Omit<R, 'session'> : never
export type Change = WithoutSession<ChangeRequest>

/** A home with an agent's store that is changed by the real engine. */
export interface ChangingHome extends RealPlace {
  plan(session: string, change: Change): Promise<Plan>
  apply(plan: Plan, choices?: Readonly<Record<string, string>>): Promise<ApplyResult>
  undo(operation: string, choices?: Readonly<Record<string, string>>): Promise<ApplyResult>
  /** At most 500 entries, from the beginning. */
  entries(session: string): Promise<readonly Entry[]>
}

export async function changingHome(agent: RealAgent, home: string): Promise<ChangingHome> {
  const place = await realPlace(agent, home)
  const { adapter, engine, source } = place
  const apply = (plan: Plan, choices = {}) => engine.apply(plan.planId, plan.digest, choices, quietly)
  return {
    ...place,
    plan: (id, change) => engine.makePlan({ ...change, session: { source: source.id, id } } as ChangeRequest),
    apply,
    undo: async (operation, choices) => apply(await engine.makeUndoPlan(operation), choices),
    entries: async (id) => {
      const session = await adapter.open(source, id, readingFor())
      const { entries } = await session.page({ from: 'start', direction: 'forward', limit: 500 })
      session.close()
      return entries
    }
  }
}

/** Everything in the home but our own folder, with bytes and rights. */
export function theirs(home: string): Readonly<Record<string, string>> {
  const all = Object.entries(pictureOf(home)).filter(([path]) => path !== '/' && !path.startsWith('.config'))
  return Object.fromEntries(all)
}

/** What an entry says, without the ids that differ between two files. */
export function told({ kind, at, text, tool, notice }: Entry) {
  return { kind, at, text, notice, call: tool?.callId, result: tool?.result, status: tool?.status }
}

/** What was said and done, without notices. */
export const talk = (entries: readonly Entry[]) => entries.filter(({ kind }) => kind !== 'notice').map(told)

/** The change that makes a session of all of another. */
export const wholeFork = { kind: 'fork', checkpoint: null, entry: null, workspace: null } as const
