import { setTimeout as pause } from 'node:timers/promises'
import { fail } from '@shared/ipc/errors'
import { ignore } from '../restore/own-files'
import { nameOf } from './holder'
import type { Lease } from './lease'
import type { LeaseFile, LeaseState } from './lease-file'
import type { LeaseTimes } from './lease-times'

/** A lease that this process holds. It refreshes itself, and notices by itself when it is gone. */
export class HeldLease implements Lease {
  readonly epoch: number
  readonly holder: string
  readonly #file: LeaseFile
  readonly #times: LeaseTimes
  readonly #clock: () => number
  readonly #timers: readonly NodeJS.Timeout[]
  readonly #loss = new AbortController()
  #state: LeaseState
  #refreshing: Promise<void> = Promise.resolve()

  constructor(file: LeaseFile, state: LeaseState, times: LeaseTimes, clock: () => number) {
    this.epoch = state.epoch
    this.holder = state.holder.id
    this.#file = file
    this.#state = state
    this.#times = times
    this.#clock = clock
    const looking = setInterval(() => void this.#look().catch(ignore), times.lookEvery)
    const refreshing = setInterval(() => this.#refresh(), times.refreshEvery)
    this.#timers = [looking, refreshing]
    for (const timer of this.#timers) timer.unref()
  }

  get lost(): AbortSignal {
    return this.#loss.signal
  }

  async check(): Promise<void> {
    await this.#lookPatiently()
    if (this.lost.aborted) await this.#tellLoss()
  }

  async release(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await this.#refreshing
    // After a loss too: whoever took over waits for this sign that nothing more comes.
    await this.#file.giveBack(this.#state).catch(ignore)
  }

  /** The disk may fail for a moment; one that stays silent cannot say that nobody has taken over, so it fails closed. */
  async #lookPatiently(): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        return await this.#look()
      } catch (error) {
        if (tries < 2) await pause(5)
        else {
          fail('lease.held', 'It could not be seen whether this Reprise may still write.', {
            advice: 'Look at the operations: what was begun is finished or put back at the next start.',
            data: { epoch: this.epoch, lost: true, because: error instanceof Error ? error.message : String(error) }
          })
        }
      }
    }
  }

  async #look(): Promise<void> {
    this.#watchClock()
    if (!this.lost.aborted && (await this.#file.epoch()) !== this.epoch) this.#lose()
  }

  /** Timers stop while a machine sleeps or a process is stopped; the wall clock does not. */
  #watchClock(): void {
    if (Math.abs(this.#clock() - this.#state.refreshedAt) > this.#times.staleAfter) this.#lose()
  }

  #lose(): void {
    for (const timer of this.#timers) clearInterval(timer)
    this.#loss.abort()
  }

  async #tellLoss(): Promise<never> {
    const now = await this.#file.read().catch(() => null)
    const taker = now !== null && now.epoch > this.epoch ? nameOf(now.holder) : null
    const who =
      taker === null ? 'This Reprise was held up for so long that another may have' : `Another Reprise (${taker}) has`
    fail('lease.held', `${who} taken over writing.`, {
      advice: 'Look at the operations: what was begun is finished or put back by the one that writes next.',
      data: { epoch: this.epoch, holder: taker, lost: true }
    })
  }

  #refresh(): void {
    this.#watchClock()
    if (this.lost.aborted) return
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
