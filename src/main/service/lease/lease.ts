import { setTimeout as pause } from 'node:timers/promises'
import type { LeaseView } from '@shared/domain/lease'
import { fail } from '@shared/ipc/errors'
import type { Gateway } from '../restore/gateway'
import { ignore } from '../restore/own-files'
import { HeldLease } from './held-lease'
import { type Holder, isGone, nameOf, thisHolder } from './holder'
import { LeaseFile, type LeaseState } from './lease-file'
import { type LeaseTimes, usualTimes } from './lease-times'

/** The right to write, while something is written. */
export interface Lease {
  readonly epoch: number
  readonly holder: string
  /** Aborted as soon as it is known that this holder no longer has it, so that work under it can end early. */
  readonly lost: AbortSignal
  /** Throws `lease.held` when this holder no longer has it, or cannot be sure. Call it before and after each visible change. */
  check(): Promise<void>
  release(): Promise<void>
}

/** Takes our own lease: one writer at a time over all processes that share our folder. */
export class LeaseKeeper {
  readonly #file: LeaseFile
  readonly #times: LeaseTimes
  readonly #holder: Holder
  readonly #clock: () => number

  constructor(gateway: Gateway, ownFolder: string, times: Partial<LeaseTimes> = {}, clock: () => number = Date.now) {
    this.#file = new LeaseFile(gateway, ownFolder)
    this.#times = { ...usualTimes, ...times }
    this.#holder = thisHolder()
    this.#clock = clock
  }

  /** Who holds it now; null when nobody does. */
  async current(): Promise<LeaseState | null> {
    const state = await this.#file.read()
    return state === null || this.#isFree(state) ? null : state
  }

  /** Who holds it now, as the app shows it. */
  async view(): Promise<LeaseView> {
    const state = await this.#file.read()
    const epoch = state?.epoch ?? 0
    if (state === null || state.released) return { state: 'free', holder: null, epoch, since: null }
    const mine = this.#isMine(state) && !this.#isStale(state)
    if (!mine && this.#isFree(state)) return { state: 'free', holder: null, epoch, since: null }
    return { state: mine ? 'mine' : 'other', holder: nameOf(state.holder), epoch, since: state.takenAt }
  }

  /** Takes the lease, waiting `wait` ms for a living holder. Throws `lease.held`, which names it, and `cancelled`. */
  async take(signal: AbortSignal, wait = this.#times.wait): Promise<Lease> {
    const until = performance.now() + wait
    for (;;) {
      if (signal.aborted) fail('cancelled', 'Cancelled while waiting for the right to write.')
      const state = await this.#file.read()
      if (state === null || this.#isFree(state)) {
        const taken = await this.#takeEpoch((state?.epoch ?? 0) + 1)
        if (taken !== null) {
          await this.#file.tidy(taken.epoch).catch(ignore)
          return taken
        }
        await this.#unlessTakenAway()
      } else if (performance.now() >= until) held(state)
      await pause(Math.min(50, this.#times.staleAfter / 4))
    }
  }

  /**
   * Takes the lease away from a living holder. Only for a person who has seen who holds `epoch` and agreed: when another one
   * holds by now, `precondition.failed` is thrown and nothing happens. A holder that can still hear is given `grace` ms to stop; one
   * that cannot is shut out by its own next look.
   *
   * @returns null when nobody holds it any more, so that there is nothing to take over.
   */
  async takeOver(epoch: number): Promise<Lease | null> {
    const state = await this.#file.read()
    if ((state?.epoch ?? 0) !== epoch) changedHands(state, epoch)
    if (state === null || state.released) return null
    if (this.#isMine(state) && !this.#isStale(state)) {
      fail('refused', 'This Reprise itself is writing.', { advice: 'Cancel what it is doing instead.' })
    }
    if (this.#isFree(state)) return null
    const taken = await this.#takeEpoch(epoch + 1, state.holder.id)
    if (taken === null) changedHands(await this.#file.read(), epoch)
    await this.#untilStopped(state)
    await this.#file.tidy(taken.epoch).catch(ignore)
    return taken
  }

  /** A holder that was alive answers its loss by giving back the epoch that no longer counts. */
  async #untilStopped(state: LeaseState): Promise<void> {
    const until = performance.now() + this.#times.grace
    while (performance.now() < until) {
      const last = await this.#file.readEpoch(state.epoch).catch(() => null)
      if (last === null || last.released || isGone(state.holder)) return
      await pause(25)
    }
  }

  #isMine(state: LeaseState): boolean {
    return state.holder.id === this.#holder.id
  }

  #isFree(state: LeaseState): boolean {
    // Our own, when giving it back failed: the engine takes it for one operation at a time.
    return state.released || this.#isMine(state) || isGone(state.holder) || this.#isStale(state)
  }

  /** A time in the future is as stale as an old one: a living holder writes the present time again and again. */
  #isStale(state: LeaseState): boolean {
    return Math.abs(this.#clock() - state.refreshedAt) > this.#times.staleAfter
  }

  /** Taken away before the taking itself had come to its end: that is a refusal, not a reason to try again. */
  async #unlessTakenAway(): Promise<void> {
    const now = await this.#file.read()
    if (now === null || now.tookFrom !== this.#holder.id) return
    const who = nameOf(now.holder)
    fail('lease.held', `Another Reprise (${who}) has taken over writing.`, {
      advice: 'Nothing was changed.',
      data: { epoch: now.epoch, holder: who, lost: true }
    })
  }

  async #takeEpoch(epoch: number, tookFrom?: string): Promise<Lease | null> {
    const at = this.#clock()
    const state: LeaseState = {
      ...{ epoch, holder: this.#holder, takenAt: at, refreshedAt: at, released: false },
      ...(tookFrom !== undefined && { tookFrom })
    }
    if (!(await this.#file.take(state))) return null
    return new HeldLease(this.#file, state, this.#times, this.#clock)
  }
}

function held(state: LeaseState): never {
  const who = nameOf(state.holder)
  fail('lease.held', `Another Reprise (${who}) is writing right now.`, {
    advice: 'Wait until it is done, then try again. Nothing was changed.',
    data: { holder: who, epoch: state.epoch, refreshedAt: state.refreshedAt }
  })
}

function changedHands(state: LeaseState | null, epoch: number): never {
  const who = state === null || state.released ? null : nameOf(state.holder)
  const now = who === null ? 'Nobody is writing now.' : `${who} is writing now.`
  fail('precondition.failed', `The right to write has changed hands since it was looked at. ${now}`, {
    advice: 'Look again who is writing before you take over.',
    data: { holder: who, epoch: state?.epoch ?? 0, asked: epoch }
  })
}
