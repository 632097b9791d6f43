import { z } from 'zod'
import type { ErrorCode } from './errors'

/** Counted progress of a job. `total` is null until it is known. */
export const Progress = z.object({
  done: z.number().int(),
  total: z.number().int().nullable(),
  /** What is being done, as a short phrase. */
  doing: z.string(),
  /** False once a cancel can no longer stop it (the point of no return of an apply). */
  cancellable: z.boolean()
})
export type Progress = z.infer<typeof Progress>

export interface OperationSpec<K extends 'query' | 'command' | 'job', I extends z.ZodType, O extends z.ZodType> {
  readonly kind: K
  /** Who answers: the service, or the shell (windows, dialogs, links). */
  readonly by: 'service' | 'shell'
  readonly input: I
  readonly output: O
  readonly errors: readonly ErrorCode[]
}

/** Codes that any operation can answer with. */
const always: readonly ErrorCode[] = ['bad.input', 'forbidden', 'service.restarted', 'internal', 'cancelled', 'io']

function make<K extends 'query' | 'command' | 'job'>(kind: K) {
  return <I extends z.ZodType, O extends z.ZodType>(
    input: I,
    output: O,
    errors: readonly ErrorCode[] = [],
    by: 'service' | 'shell' = 'service'
  ): OperationSpec<K, I, O> => ({ kind, by, input, output, errors: [...always, ...errors] })
}

/** Reads; changes nothing. */
export const query = make('query')
/** Changes something of ours, quickly. */
export const command = make('command')
/** Takes time: reports progress and can be cancelled. */
export const job = make('job')
