import { setTimeout as pause } from 'node:timers/promises'
import { fail } from '@shared/ipc/errors'
import type { Gateway } from '../restore/gateway'
import { ignore } from '../restore/own-files'
import { type Holder, isGone, nameOf, thisHolder } from './holder'
import { LeaseFile, type LeaseState } from './lease-file'

/** Times in ms. A holder that has not refreshed for `staleAfter` has lost the lease, and knows it by the same clock. */
export interface LeaseTimes {
  readonly refreshEvery: number
  readonly staleAfter: number
  /** How long a taker waits for a living holder. */
  readonly wait: number
}

const usual: LeaseTimes = { refreshEvery: 2_000, staleAfter: 15_000, wait: 3_000 }

/** The right to write, while something is written. */
export interface Lease {
  readonly epoch: number
  readonly holder: string
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
    this.#times = { ...usual, ...times }
    this.#holder = thisHolder()
    this.#clock = clock
  }

  /** Who holds it now; null when nobody does. */
  async current(): Promise<LeaseState | null> {
    const state = await this.#file.read()
    return state === null || this.#isFree(state) ? null : state
  }

  /** Takes the lease, waiting `wait` ms for a living holder. Throws `lease.held`, which names it, and `cancelled`. */
  async take(signal: AbortSignal, wait = this.#times.wait): Promise<Lease> {
    const until = performance.now() + wait
    for (;;) {
      if (signal.aborted) fail('cancelled', 'Cancelled while waiting for the right to write.')
      const state = await this.#file.read()
      if (state === null || this.#isFree(state)) {
        const taken = await this.#takeEpoch((state?.epoch ?? 0) + 1)
        if (taken !== null) return taken
      } else if (performance.now() >= until) held(state)
      await pause(Math.min(50, this.#times.staleAfter / 4))
    }
  }

  #isFree(state: LeaseState): boolean {
    // Our own, when giving it back failed: the engine takes it for one operation at a time.
    if (state.released || state.holder.id === this.#holder.id || isGone(state.holder)) return true
    // A time in the future is as stale as an old one: a living holder writes the present time again and again.
    return Math.abs(this.#clock() - state.refreshedAt) > this.#times.staleAfter
  }

  async #takeEpoch(epoch: number): Promise<Lease | null> {
    const at = this.#clock()
    const state: LeaseState = { epoch, holder: this.#holder, takenAt: at, refreshedAt: at, released: false }
    if (!(await this.#file.take(state))) return null
    await this.#file.tidy(epoch).catch(ignore)
    return new HeldLease(this.#file, state, this.#times, this.#clock)
  }
}

class HeldLease implements Lease {
  readonly epoch: number
  readonly holder: string
  readonly #file: LeaseFile
  readonly #times: LeaseTimes
  readonly #clock: () => number
  readonly #timer: NodeJS.Timeout
  #state: LeaseState
  #refreshing: Promise<void> = Promise.resolve()
  #lost = false

  constructor(file: LeaseFile, state: LeaseState, times: LeaseTimes, clock: () => number) {
    this.epoch = state.epoch
    this.holder = state.holder.id
    this.#file = file
    this.#state = state
    this.#times = times
    this.#clock = clock
    this.#timer = setInterval(() => this.#refresh(), times.refreshEvery)
    this.#timer.unref()
  }

  async check(): Promise<void> {
    this.#watchClock()
    // Where the disk does not answer, the clock decides alone: nobody may take a lease that was refreshed so lately.
    const epoch = await this.#file.epoch().catch(() => this.epoch)
    if (epoch !== this.epoch) this.#lost = true
    if (!this.#lost) return
    fail('lease.held', 'Another Reprise has taken over writing while this one was held up.', {
      advice: 'Look at the operations: the other one has finished or put back what was begun.',
      data: { epoch: this.epoch }
    })
  }

  async release(): Promise<void> {
    clearInterval(this.#timer)
    await this.#refreshing
    if (this.#lost) return
    await this.#file.write({ ...this.#state, released: true }).catch(ignore)
  }

  /** Timers stop while a machine sleeps or a process is stopped; the wall clock does not. */
  #watchClock(): void {
    if (Math.abs(this.#clock() - this.#state.refreshedAt) > this.#times.staleAfter) this.#lost = true
  }

  #refresh(): void {
    this.#watchClock()
    if (this.#lost) {
      clearInterval(this.#timer)
      return
    }
    const next = { ...this.#state, refreshedAt: this.#clock() }
    this.#refreshing = this.#refreshing
      .then(() => this.#file.write(next))
      .then(() => {
        this.#state = next
      })
      // A refresh that fails ends in a stale lease, which `check` sees by the clock.
      .catch(ignore)
  }
}

function held(state: LeaseState): never {
  const who = nameOf(state.holder)
  fail('lease.held', `Another Reprise (${who}) is writing right now.`, {
    advice: 'Wait until it is done, then try again. Nothing was changed.',
    data: { holder: who, epoch: state.epoch, refreshedAt: state.refreshedAt }
  })
}
