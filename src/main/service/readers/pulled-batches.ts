import type { ScanStep } from '../agents/adapter'

/** Turns batches that are pushed, each waited for, into ones that are pulled. */
export async function* pulled(
  run: (batch: (steps: readonly ScanStep[]) => Promise<void>) => Promise<unknown>
): AsyncIterable<readonly ScanStep[]> {
  const offered: { steps: readonly ScanStep[]; taken: () => void }[] = []
  let wake: () => void = () => undefined
  let running = true
  const offer = (steps: readonly ScanStep[]) =>
    new Promise<void>((taken) => {
      offered.push({ steps, taken })
      wake()
    })
  const result = run(offer).finally(() => {
    running = false
    wake()
  })
  // Whoever stops pulling does not hear of a failure; one who goes on meets it below.
  result.catch(() => undefined)
  for (;;) {
    const next = offered.shift()
    if (next) {
      yield next.steps
      next.taken()
    } else if (running) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    } else {
      await result
      return
    }
  }
}
