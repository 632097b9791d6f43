import type { EventName, EventPayload, InputOf, JobName, OperationName, OutputOf } from './contract'
import type { Envelope } from './envelope'
import type { Progress } from './operation-kinds'

/** A running job: its answer, and the way to stop it. */
export interface RunningJob<T> {
  readonly result: Promise<Envelope<T>>
  cancel(): void
}

/** The one object that the page sees, as `window.reprise`. Frozen; it never grows: new abilities are operations. */
export interface Bridge {
  call<N extends OperationName>(name: N, input: InputOf<N>): Promise<Envelope<OutputOf<N>>>
  run<N extends JobName>(name: N, input: InputOf<N>, onProgress: (progress: Progress) => void): RunningJob<OutputOf<N>>
  /** Returns the function that ends the subscription. */
  subscribe<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): () => void
  /** The path of a dropped file; empty when the page made the file itself. */
  pathForFile(file: File): string
}
