import type { ChangeRequest } from '@shared/domain/change'
import type { LeaseView } from '@shared/domain/lease'
import type { ApplyResult, Operation } from '@shared/domain/operation'
import type { Plan } from '@shared/domain/plan'
import { fail } from '@shared/ipc/errors'
import type { SourceLocation } from '../agents/adapter'
import type { ImportSession } from '../agents/write-part'
import type { LeaseState } from '../lease/lease-file'
import { choose } from './choices'
import { type EngineSurroundings, engineParts } from './engine-parts'
import { createKeeper, type Keeper } from './keeper'
import { KeptViews } from './kept-views'
import { type Looking, lookingAt } from './looking'
import { asFailure } from './plain-reason'
import { planChange, planImport, planUndo } from './planner'
import type { Recovered } from './recover-one'
import { type ApplyOptions, Runner } from './runner'
import { type StepContents, stepContents } from './step-contents'

/**
 * Plan, apply, verify, record, undo, for every agent whose adapter can plan. Only `apply` and `recover` write outside our own
 * folder. Expected failures are thrown with `fail`.
 */
export interface RestoreEngine {
  makePlan(request: ChangeRequest): Promise<Plan>
  makeUndoPlan(operation: string): Promise<Plan>
  /** Of sessions from elsewhere, into the source `target`, as one operation. Throws `source.missing`, `refused`. */
  makeImportPlan(target: SourceLocation, wishes: readonly ImportSession[]): Promise<Plan>
  /** Throws `not.found`, `plan.expired`. */
  getPlan(planId: string): Promise<Plan>
  /** What a step of a plan would change, before and after. Throws `not.found`, `plan.expired`, `precondition.failed`, `refused`. */
  stepContents(planId: string, step: string): Promise<StepContents>
  /**
   * Takes the plan's digest as the person saw it, and the choices; a conflict without a choice keeps. A result whose state is
   * `rolled-back` says that nothing is changed any more and why.
   */
  apply(
    planId: string,
    digest: string,
    choices: Readonly<Record<string, string>>,
    options: ApplyOptions
  ): Promise<ApplyResult>
  /** Kept sessions and safety copies. */
  readonly keeper: Keeper
  /** Kept points laid out to be looked at. */
  readonly views: KeptViews
  /** What is compared. */
  readonly looking: Looking
  /** Newest first. */
  operations(): Promise<readonly Operation[]>
  /**
   * Ends what an earlier run left open. Call it once at the start of the service; an apply does it by itself. Does nothing
   * while another living Reprise writes.
   */
  recover(): Promise<readonly Recovered[]>
  /** Ids of the operations that earlier runs left open and this one finished or put back, whenever it did. */
  ended(): readonly string[]
  /** Bytes on disk of all safety copies. */
  vaultBytes(): Promise<number>
  /** Who is writing right now; null when nobody is. */
  writer(): Promise<LeaseState | null>
  /** The same as the app shows it, with the number that `takeOver` wants. */
  lease(): Promise<LeaseView>
  /**
   * With a person's consent: shuts out the living holder of `epoch`, then finishes or puts back what it has begun. Does nothing when nobody holds
   * it any more. Throws `precondition.failed` when another one holds by now, `refused` when this service itself is writing.
   */
  takeOver(epoch: number): Promise<readonly Recovered[]>
}

export function createRestoreEngine(about: EngineSurroundings): RestoreEngine {
  const parts = engineParts(about)
  const runner = new Runner(parts)
  return {
    keeper: createKeeper(parts, runner),
    views: new KeptViews(parts),
    looking: lookingAt(parts),
    makePlan: (request) => planChange(parts, request).catch(unplanned),
    makeUndoPlan: (operation) => planUndo(parts, operation).catch(unplanned),
    makeImportPlan: (target, wishes) => planImport(parts, target, wishes).catch(unplanned),
    getPlan: async (planId) => (await parts.plans.load(planId).catch(unplanned)).plan,
    stepContents: (planId, step) => stepContents(parts, planId, step).catch(unplanned),
    async apply(planId, digest, choices, options) {
      const stored = await parts.plans.load(planId).catch(unchanged)
      if (stored.plan.digest !== digest) {
        const advice = 'Look at the plan again, then apply it.'
        fail('plan.digest', 'This is not the plan that was looked at.', { advice })
      }
      // Before the wait for the lease: a wrong answer is known at once.
      choose(stored, choices)
      return runner.apply(stored, choices, options).catch(unchanged)
    },
    operations: () => parts.book.all().catch(unread),
    recover: () => runner.recover(),
    ended: () => runner.ended.map(({ operation }) => operation),
    vaultBytes: () => parts.vault.size().catch(unread),
    writer: () => parts.lease.current().catch(unread),
    lease: () => parts.lease.view().catch(unread),
    takeOver: (epoch) => runner.takeOver(epoch).catch(unread)
  }
}

function unplanned(error: unknown): never {
  throw asFailure(error, 'The plan could not be made.')
}

function unchanged(error: unknown): never {
  throw asFailure(error, 'Nothing was changed.')
}

function unread(error: unknown): never {
  throw asFailure(error, 'Our own folder could not be read.')
}
