import type { OperationName, OutputOf, ParsedInputOf } from '@shared/ipc/contract'
import type { Progress } from '@shared/ipc/operation-kinds'

/** What a handler may use of the call itself. */
export interface CallContext {
  readonly traceId: string
  /** Aborted when the caller cancels or the service ends. */
  readonly signal: AbortSignal
  progress(progress: Progress): void
}

/** The operations that the service answers; the others are the shell's. */
export type ServiceOperation = { [N in OperationName]: N extends `shell.${string}` ? never : N }[OperationName]

export type Handler<N extends OperationName> = (
  input: ParsedInputOf<N>,
  context: CallContext
) => Promise<OutputOf<N>> | OutputOf<N>

/** One handler for each operation of the service: the compiler finds a missing one. */
export type HandlerTable = { readonly [N in ServiceOperation]: Handler<N> }
