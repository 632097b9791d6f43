import { randomBytes } from 'node:crypto'
import type { ApplyResult } from '@shared/domain/operation'
import type { Plan } from '@shared/domain/plan'
import { fail } from '@shared/ipc/errors'
import type { Progress } from '@shared/ipc/operation-kinds'
import type { Lease } from '../lease/lease'
import { located, type OperationRecord } from '../operations/operation-record'
import { rebuildJournal } from '../operations/rebuild-journal'
import { tellAppliedBefore } from './applied-before'
import { carryOut, isLeaseLost } from './carry-out'
import { type Chosen, choose } from './choices'
import type { EngineParts } from './engine-parts'
import { nativesOf } from './natives'
import { ignore } from './own-files'
import { recheck } from './prepare'
import { pruneVault } from './prune-vault'
import { type Recovered, recoverOne } from './recover-one'
import { SeenFiles } from './seen-files'
import type { StoredPlan } from './stored-plan'
import { verifiedSessions } from './verified-sessions'
import type { Work } from './work'

export interface ApplyOptions {
  /** Stops the apply up to its first visible change; later it is not looked at. */
  readonly signal: AbortSignal
  readonly progress: (progress: Progress) => void
}

/** Carries out plans and ends what was interrupted, one at a time in this process and under the lease among all. */
export class Runner {
  readonly #parts: EngineParts
  #last: Promise<unknown> = Promise.resolve()
  readonly #ended: Recovered[] = []

  constructor(parts: EngineParts) {
    this.#parts = parts
  }

  apply(stored: StoredPlan, choices: Readonly<Record<string, string>>, options: ApplyOptions): Promise<ApplyResult> {
    const { book, gateway, grounds, plans, vault } = this.#parts
    return this.#alone(options.signal, async (lease) => {
      await this.#endOpen(lease)
      const chosen = choose(stored, choices)
      const undone = stored.plan.operation === null ? null : await book.find(stored.plan.operation)
      if (undone !== null && !undone.operation.canUndo) {
        fail('precondition.failed', 'This operation has been undone meanwhile. Nothing was changed.')
      }
      // A lease that is lost ends the preparations at once; afterwards each step looks at it anyway.
      const signal = AbortSignal.any([options.signal, lease.lost])
      const work = this.#workOf(this.#recordOf(stored, chosen, lease), lease, { ...options, signal })
      await recheck(gateway, grounds, work.natives, stored, chosen.steps).catch((error) =>
        tellAppliedBefore(book, stored.plan.planId, error)
      )
      const content = stored.contentIn === 'vault' ? vault.blobs : plans.contentOf(stored.plan.planId)
      const result = await carryOut(work, content)
      // The change is made and recorded; a vault that could not be made smaller now is so the next time.
      await pruneVault(this.#parts, lease).catch(ignore)
      return { ...result, ...createdBy(stored.plan, result) }
    })
  }

  /** Something that only writes into our own folder, alone among all that write there. What was left open is ended first. */
  exclusively<T>(signal: AbortSignal, run: (lease: Lease) => Promise<T>): Promise<T> {
    return this.#alone(signal, async (lease) => {
      await this.#endOpen(lease)
      return run(lease)
    })
  }

  /** Nothing while another living Reprise writes: what is open may be its own. */
  async recover(): Promise<readonly Recovered[]> {
    if (await this.#isSettled()) return []
    try {
      return await this.#alone(new AbortController().signal, (lease) => this.#endOpen(lease))
    } catch (error) {
      if (isLeaseLost(error)) return []
      throw error
    }
  }

  /**
   * Shuts out the living holder of `epoch` and ends what it has begun. Throws `precondition.failed` when another one holds
   * by now, `refused` when this process is writing itself.
   */
  async takeOver(epoch: number): Promise<readonly Recovered[]> {
    return this.#inTurn(async () => {
      const taken = await this.#parts.lease.takeOver(epoch)
      // Nobody holds it any more; what a holder that is gone had begun is ended all the same.
      if (taken === null && (await this.#isSettled())) return []
      const lease = taken ?? (await this.#parts.lease.take(new AbortController().signal))
      return this.#under(lease, () => this.#endOpen(lease))
    })
  }

  /** What earlier runs had left open and this process ended, in that order. */
  get ended(): readonly Recovered[] {
    return this.#ended
  }

  #alone<T>(signal: AbortSignal, run: (lease: Lease) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      const lease = await this.#parts.lease.take(signal)
      return this.#under(lease, () => run(lease))
    })
  }

  async #under<T>(lease: Lease, run: () => Promise<T>): Promise<T> {
    try {
      const result = await run()
      // Only spares the next process some reading, so that it fails is no harm.
      await this.#saveKnown(lease).catch(ignore)
      return result
    } finally {
      await lease.release()
    }
  }

  async #saveKnown(lease: Lease): Promise<void> {
    await lease.check()
    await this.#parts.journals.saveKnown()
    await this.#parts.vault.saveKnown()
  }

  #inTurn<T>(turn: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(turn, turn)
    this.#last = mine.catch(ignore)
    return mine
  }

  /** Under the lease no other writer lives, so every open journal is one of somebody who died. */
  async #endOpen(lease: Lease): Promise<readonly Recovered[]> {
    const { about, book, journals, vault } = this.#parts
    const recovered: Recovered[] = []
    if (await this.#isSettled()) return recovered
    await vault.tidy()
    for (const lost of await book.lost()) {
      if (lost.record !== null) await rebuildJournal(journals, vault, { ...lost, record: lost.record }, about.now())
    }
    for (const journal of await journals.readAll()) {
      if (journal.record === null) {
        if (journal.entries.length === 0) await journals.setAside(journal.id)
        continue
      }
      const options = { signal: new AbortController().signal, progress: ignore }
      const one = await recoverOne(this.#workOf(journal.record, lease, options), journal)
      if (one === null) continue
      recovered.push(one)
      this.#ended.push(one)
    }
    return recovered
  }

  async #isSettled(): Promise<boolean> {
    const { book, vault } = this.#parts
    return !(await book.hasOpen()) && (await vault.unfinished()).length === 0
  }

  #workOf(record: OperationRecord, lease: Lease, { signal, progress }: ApplyOptions): Work {
    const { about, gateway, vault, journals } = this.#parts
    const source = located(record.source)
    return {
      gateway,
      // Not the caller's signal: once something visible has begun, a cancel is not looked at.
      natives: nativesOf(about, gateway, source, new AbortController().signal),
      vault,
      journals,
      lease,
      record,
      seen: new SeenFiles(),
      exchanged: new Set(),
      signal,
      progress,
      now: about.now,
      verifyRestored: async (paths) => {
        const reading = about.readingOf(source, new AbortController().signal)
        return verifiedSessions(about.adapterOf(record.agent)?.write, source, record, paths, reading)
      }
    }
  }

  #recordOf({ plan, source, companions, sessions }: StoredPlan, chosen: Chosen, lease: Lease): OperationRecord {
    const { kind, agent, session, title, checkpoint, planId, digest } = plan
    const startedAt = this.#parts.about.now()
    const known = this.#parts.about.aboutSession?.(session)
    return {
      format: 1,
      id: `op-${startedAt.toString(36)}-${randomBytes(4).toString('hex')}`,
      ...{ kind, agent, session, source, title, checkpoint, planId, digest, startedAt },
      undoes: plan.operation,
      sessionTitle: known?.title ?? null,
      workspace: known?.workspace ?? null,
      holder: lease.holder,
      epoch: lease.epoch,
      choices: { ...chosen.choices },
      ...(sessions && { sessions }),
      steps: [...chosen.steps],
      companions: [...companions],
      kept: [...chosen.kept]
    }
  }
}

/** The new session that was made; a choice may have left it out, and files beside it are none. */
function createdBy(
  { created, createdAll, steps }: Plan,
  { state, results }: ApplyResult
): Pick<ApplyResult, 'created' | 'createdAll'> {
  const own = new Set(steps.flatMap(({ id, what }) => (what === 'file' ? [] : [id])))
  const isMade = results.some((each) => each.action === 'create' && each.outcome === 'done' && own.has(each.step))
  if (state !== 'done' || !isMade || created === undefined) return {}
  return { created, ...(createdAll && { createdAll }) }
}
