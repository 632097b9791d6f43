import { randomBytes } from 'node:crypto'
import type { AgentId } from '@shared/domain/agents'
import type { ApplyResult, Operation } from '@shared/domain/operation'
import type { Plan } from '@shared/domain/plan'
import type { SessionRef } from '@shared/domain/session'
import { fail } from '@shared/ipc/errors'
import type { Progress } from '@shared/ipc/operation-kinds'
import type { AgentAdapter, Reading, SourceLocation } from '../agents/adapter'
import { type Lease, LeaseKeeper, type LeaseTimes } from '../lease/lease'
import type { LeaseState } from '../lease/lease-file'
import { Journals } from '../operations/journal'
import { OperationBook } from '../operations/operation-book'
import type { OperationRecord } from '../operations/operation-record'
import { Vault } from '../vault/vault'
import { buildPlan, type PlanParts } from './build-plan'
import { carryOut, isLeaseLost } from './carry-out'
import { choose } from './choices'
import { settledDraft, wantedSteps } from './draft-parts'
import { diskGateway, type Gateway } from './gateway'
import { ignore } from './own-files'
import { asFailure } from './plain-reason'
import { PlanStore } from './plan-store'
import { recheck } from './prepare'
import { type Recovered, recoverOne } from './recover-one'
import type { Grounds } from './safe-target'
import type { StoredPlan } from './stored-plan'
import { undoParts } from './undo-parts'
import type { Work } from './work'

/** The part of an adapter that a restore asks. */
export type RestoringAdapter = Pick<AgentAdapter, 'planRestore' | 'verifyRestored'>

/** What the engine needs from the rest of the service. */
export interface EngineSurroundings {
  /** Our own folder; everything that the engine keeps is in `vault`, `journal`, `plans` and `lease` there. */
  readonly ownFolder: string
  /** The person's home folder, which is never a target itself. */
  readonly home: string
  readonly adapterOf: (agent: AgentId) => RestoringAdapter | undefined
  /** The source of an id; undefined when it is not known. */
  readonly sourceOf: (source: string) => SourceLocation | undefined | Promise<SourceLocation | undefined>
  readonly readingOf: (source: SourceLocation, signal: AbortSignal) => Reading
  /** Unix ms. */
  readonly now: () => number
  /** The disk; tests give one that fails or stops. */
  readonly gateway?: Gateway
  readonly leaseTimes?: Partial<LeaseTimes>
}

export interface ApplyOptions {
  /** Stops the apply up to its first visible change; later it is not looked at. */
  readonly signal: AbortSignal
  readonly progress: (progress: Progress) => void
}

/**
 * Plan, apply, verify, record, undo, for every agent whose adapter can plan. Only `apply` and `recover` write outside our own
 * folder. Expected failures are thrown with `fail`.
 */
export interface RestoreEngine {
  makePlan(session: SessionRef, checkpoint: string): Promise<Plan>
  makeUndoPlan(operation: string): Promise<Plan>
  getPlan(planId: string): Promise<Plan>
  apply(
    planId: string,
    digest: string,
    choices: Readonly<Record<string, string>>,
    options: ApplyOptions
  ): Promise<ApplyResult>
  /** Newest first. */
  operations(): Promise<readonly Operation[]>
  /**
   * Ends what an earlier run left open. Call it once at the start of the service; an apply does it by itself. Does nothing
   * while another living Reprise writes.
   */
  recover(): Promise<readonly Recovered[]>
  /** Bytes on disk of all safety copies. */
  vaultBytes(): Promise<number>
  /** Who is writing right now; null when nobody is. */
  writer(): Promise<LeaseState | null>
}

export function createRestoreEngine(surroundings: EngineSurroundings): RestoreEngine {
  return new Engine(surroundings)
}

class Engine implements RestoreEngine {
  readonly #about: EngineSurroundings
  readonly #gateway: Gateway
  readonly #grounds: Grounds
  readonly #vault: Vault
  readonly #journals: Journals
  readonly #plans: PlanStore
  readonly #lease: LeaseKeeper
  readonly #book: OperationBook
  #last: Promise<unknown> = Promise.resolve()

  constructor(about: EngineSurroundings) {
    this.#about = about
    this.#gateway = about.gateway ?? diskGateway
    this.#grounds = { home: about.home, ownFolder: about.ownFolder }
    this.#vault = new Vault(this.#gateway, about.ownFolder)
    this.#journals = new Journals(this.#gateway, about.ownFolder)
    this.#plans = new PlanStore(this.#gateway, about.ownFolder, about.now)
    this.#lease = new LeaseKeeper(this.#gateway, about.ownFolder, about.leaseTimes)
    this.#book = new OperationBook(this.#journals, this.#vault, this.#lease)
  }

  async makePlan(session: SessionRef, checkpoint: string): Promise<Plan> {
    const source = await this.#about.sourceOf(session.source)
    if (source === undefined) fail('source.missing', `There is no source ${session.source}.`)
    const adapter = this.#about.adapterOf(source.agent)
    if (adapter?.planRestore === undefined) fail('refused', `Reprise cannot restore sessions of ${source.agent}.`)
    await this.#plans.prune().catch(ignore)
    const reading = this.#about.readingOf(source, new AbortController().signal)
    const make = () =>
      adapter.planRestore?.(source, session.id, checkpoint, reading) ?? fail('refused', 'It cannot plan.')
    const draft = await settledDraft(this.#gateway, make)
    const planId = this.#plans.newId()
    const wanted = await wantedSteps(draft, this.#plans.contentOf(planId))
    const { conflicts, cannot, notes, inputs, title } = draft
    const subject = { planId, kind: 'restore', session, source: recorded(source), checkpoint, operation: null } as const
    const parts: PlanParts = { ...subject, title, wanted, conflicts, cannot, notes, inputs, contentIn: 'plan' }
    return this.#seal(await buildPlan(this.#gateway, this.#grounds, parts, this.#about.now()))
  }

  async makeUndoPlan(operation: string): Promise<Plan> {
    const found = await this.#book.find(operation)
    if (found === null) fail('not.found', `There is no operation ${operation}.`)
    await this.#plans.prune().catch(ignore)
    const planId = this.#plans.newId()
    const parts = await undoParts(this.#gateway, this.#vault.blobs, planId, found.record, found.operation)
    return this.#seal(await buildPlan(this.#gateway, this.#grounds, parts, this.#about.now()))
  }

  async getPlan(planId: string): Promise<Plan> {
    return (await this.#plans.load(planId)).plan
  }

  async apply(
    planId: string,
    digest: string,
    choices: Readonly<Record<string, string>>,
    options: ApplyOptions
  ): Promise<ApplyResult> {
    const stored = await this.#plans.load(planId).catch((error) => {
      throw asFailure(error, 'Nothing was changed.')
    })
    if (stored.plan.digest !== digest) {
      fail('plan.digest', 'This is not the plan that was looked at.', {
        advice: 'Look at the plan again, then apply it.'
      })
    }
    choose(stored, choices)
    return this.#oneAtATime(() => this.#applyAlone(stored, choices, options)).catch((error) => {
      throw asFailure(error, 'Nothing was changed.')
    })
  }

  operations(): Promise<readonly Operation[]> {
    return this.#book.all()
  }

  recover(): Promise<readonly Recovered[]> {
    return this.#oneAtATime(async () => {
      if (!(await this.#book.hasOpen())) return []
      return this.#withLease(new AbortController().signal, (lease) => this.#endOpen(lease))
    }).catch((error) => {
      if (isLeaseLost(error)) return []
      throw error
    })
  }

  vaultBytes(): Promise<number> {
    return this.#vault.size()
  }

  writer(): Promise<LeaseState | null> {
    return this.#lease.current()
  }

  async #applyAlone(
    stored: StoredPlan,
    choices: Readonly<Record<string, string>>,
    options: ApplyOptions
  ): Promise<ApplyResult> {
    return this.#withLease(options.signal, async (lease) => {
      await this.#endOpen(lease)
      const chosen = choose(stored, choices)
      const record = this.#recordOf(stored, chosen, lease)
      const undone = record.undoes === null ? null : await this.#book.find(record.undoes)
      if (undone !== null && !undone.operation.canUndo) {
        fail('precondition.failed', 'This operation has been undone meanwhile. Nothing was changed.')
      }
      await recheck(this.#gateway, this.#grounds, stored, chosen.steps)
      const content = stored.contentIn === 'vault' ? this.#vault.blobs : this.#plans.contentOf(stored.plan.planId)
      return carryOut(this.#workOf(record, lease, options), content)
    })
  }

  async #withLease<T>(signal: AbortSignal, run: (lease: Lease) => Promise<T>): Promise<T> {
    const lease = await this.#lease.take(signal)
    try {
      return await run(lease)
    } finally {
      await lease.release()
    }
  }

  /** Under the lease no other writer lives, so every open journal is one of somebody who died. */
  async #endOpen(lease: Lease): Promise<readonly Recovered[]> {
    const recovered: Recovered[] = []
    for (const journal of await this.#journals.readAll()) {
      if (journal.record === null) {
        if (journal.entries.length === 0) await this.#journals.setAside(journal.id)
        continue
      }
      const options = { signal: new AbortController().signal, progress: ignore }
      const one = await recoverOne(this.#workOf(journal.record, lease, options), journal)
      if (one !== null) recovered.push(one)
    }
    return recovered
  }

  #workOf(record: OperationRecord, lease: Lease, options: ApplyOptions): Work {
    return {
      gateway: this.#gateway,
      vault: this.#vault,
      journals: this.#journals,
      lease,
      record,
      signal: options.signal,
      progress: options.progress,
      now: this.#about.now,
      verifyRestored: async (paths) => {
        const adapter = this.#about.adapterOf(record.agent)
        return adapter?.verifyRestored?.(located(record), record.session.id, paths) ?? []
      }
    }
  }

  #recordOf(stored: StoredPlan, chosen: ReturnType<typeof choose>, lease: Lease): OperationRecord {
    const { plan } = stored
    const startedAt = this.#about.now()
    return {
      format: 1,
      id: `op-${startedAt.toString(36)}-${randomBytes(4).toString('hex')}`,
      kind: plan.kind,
      agent: plan.agent,
      session: plan.session,
      source: stored.source,
      title: plan.title,
      checkpoint: plan.checkpoint,
      undoes: plan.operation,
      planId: plan.planId,
      digest: plan.digest,
      choices: { ...chosen.choices },
      startedAt,
      holder: lease.holder,
      epoch: lease.epoch,
      steps: [...chosen.steps],
      kept: [...chosen.kept]
    }
  }

  async #seal(stored: StoredPlan): Promise<Plan> {
    await this.#plans.save(stored)
    return stored.plan
  }

  /** Two applies of one process wait for each other; the lease keeps other processes out. */
  #oneAtATime<T>(run: () => Promise<T>): Promise<T> {
    const next = this.#last.then(run, run)
    this.#last = next.catch(ignore)
    return next
  }
}

function recorded({ id, agent, root, origin, extra }: SourceLocation): StoredPlan['source'] {
  return { id, agent, root, origin, ...(extra && { extra: { ...extra } }) }
}

function located(record: OperationRecord): SourceLocation {
  const { extra, ...source } = record.source
  return extra ? { ...source, extra } : source
}
