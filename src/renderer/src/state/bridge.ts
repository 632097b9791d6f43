import { bareMasks } from '@shared/domain/mask-sign'
import type { Bridge, RunningJob } from '@shared/ipc/bridge'
import type { EventName, EventPayload, InputOf, JobName, OperationName, OutputOf } from '@shared/ipc/contract'
import type { Envelope } from '@shared/ipc/envelope'
import type { Progress } from '@shared/ipc/operation-kinds'

declare global {
  interface Window {
    readonly reprise: Bridge
  }
}

/** Asks for one operation. A failure comes back as a value, never as an exception. */
export function call<N extends OperationName>(name: N, input: InputOf<N>): Promise<Envelope<OutputOf<N>>> {
  return window.reprise.call(name, input)
}

/** Starts a job with progress and cancel. */
export function run<N extends JobName>(
  name: N,
  input: InputOf<N>,
  onProgress: (progress: Progress) => void
): RunningJob<OutputOf<N>> {
  return window.reprise.run(name, input, onProgress)
}

/** Listens to an event; returns the function that ends it. */
export function subscribe<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): () => void {
  return window.reprise.subscribe(name, listener)
}

/** Puts text on the clipboard; false when that failed. */
export async function copyText(text: string): Promise<boolean> {
  return (await call('shell.copy', { text: bareMasks(text) })).ok
}
