import { setImmediate as nextTurn } from 'node:timers/promises'

/** A call that took longer than this came from a disk that lets wait, or was held up by other work. */
const slowMs = 5
/** How long calls then go to the pool before one is tried at once again. */
const restMs = 100
/** How long calls are made one after the other before everybody else in this process gets a turn. */
const stintMs = 8

/**
 * Most calls of a restore concern what the system has in memory: they take microseconds, and the way to the pool of threads and back
 * costs several times that. They are made at once as long as the disk answers at once, in short stints; where one was slow (a network, a
 * disk that turns) the next ones go to the pool, where some wait at the same time and this process goes on.
 */
export class Patience {
  readonly #slowMs: number
  readonly #restMs: number
  #inPoolUntil = 0
  #turnAt = 0

  constructor(slow = slowMs, rest = restMs) {
    this.#slowMs = slow
    this.#restMs = rest
  }

  async run<T>(atOnce: () => T, inPool: () => Promise<T>): Promise<T> {
    const began = performance.now()
    if (began < this.#inPoolUntil) return inPool()
    if (began - this.#turnAt > stintMs) {
      await nextTurn()
      this.#turnAt = performance.now()
    }
    const called = performance.now()
    try {
      return atOnce()
    } finally {
      const ended = performance.now()
      if (ended - called > this.#slowMs) this.#inPoolUntil = ended + this.#restMs
    }
  }
}
