import { z } from 'zod'

/**
 * Closed set of error codes. A failure that a caller can do something about is a value with one of these; anything else is
 * a bug and arrives as `internal` with its trace id in the log.
 */
export const errorCodes = [
  'bad.input',
  'forbidden',
  'not.found',
  'ambiguous',
  'source.missing',
  'source.locked',
  'source.newer',
  'source.unreadable',
  'session.unreadable',
  'session.sealed',
  'session.gone',
  'checkpoint.invalid',
  'plan.expired',
  'plan.digest',
  'plan.choice',
  'precondition.failed',
  'lease.held',
  'refused',
  'partly.done',
  'verify.failed',
  'cancelled',
  'database.newer',
  'io',
  'service.restarted',
  'internal'
] as const

export const ErrorCode = z.enum(errorCodes)
export type ErrorCode = z.infer<typeof ErrorCode>

/** A failure as a value: what is wrong and where (`message`), what to do (`advice`), and typed facts for a program (`data`). */
export const Failure = z.object({
  code: ErrorCode,
  message: z.string(),
  advice: z.string().optional(),
  data: z.record(z.string(), z.unknown()).optional()
})
export type Failure = z.infer<typeof Failure>

/** Thrown inside the service for an expected failure; the dispatcher turns it into a value. */
export class ExpectedFailure extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.message)
    this.name = 'ExpectedFailure'
    this.failure = failure
  }
}

/** Short way to throw an expected failure. */
export function fail(code: ErrorCode, message: string, more: Omit<Failure, 'code' | 'message'> = {}): never {
  throw new ExpectedFailure({ code, message, ...more })
}
