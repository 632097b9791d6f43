import type { Failure } from './errors'

/** Every answer: a value or a failure, with the trace id that the log has too. */
export type Envelope<T> =
  | { readonly ok: true; readonly value: T; readonly traceId: string }
  | { readonly ok: false; readonly error: Failure; readonly traceId: string }
