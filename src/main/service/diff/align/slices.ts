import { setImmediate as nextTurn } from 'node:timers/promises'

/** Work that stops at each `yield`, so that whoever runs it can do something else in between. */
export type Sliced<T> = Generator<undefined, T, undefined>

/** As long as one slice may hold up everything else, in ms. */
const sliceMs = 8

/** Runs sliced work to its end without holding up the thread. Throws the reason when the signal is aborted. */
export async function runSliced<T>(work: Sliced<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    const until = performance.now() + sliceMs
    do {
      const step = work.next()
      if (step.done) return step.value
    } while (performance.now() < until)
    await nextTurn()
    signal.throwIfAborted()
  }
}

/** Runs sliced work at once, where nobody waits for anything else. */
export function runAtOnce<T>(work: Sliced<T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
