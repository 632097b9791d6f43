import { z } from 'zod'
import { Failure } from './errors'

/** Every answer: a value or a failure, with the trace id that the log has too. */
export type Envelope<T> =
  | { readonly ok: true; readonly value: T; readonly traceId: string }
  | { readonly ok: false; readonly error: Failure; readonly traceId: string }

/** Schema of an envelope around a given value. */
export function envelopeOf<T extends z.ZodType>(value: T) {
  return z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value, traceId: z.string() }),
    z.object({ ok: z.literal(false), error: Failure, traceId: z.string() })
  ])
}
