import type { ScanShare, ScanStep, SourceHealth } from '../agents/adapter'
import type { KnownSource } from '../sources/source-table'
import type { QuestionName, Questions } from './questions'

export type CountProgress = (done: number, total: number | null) => void

export interface AskOptions {
  readonly signal: AbortSignal
  readonly progress?: CountProgress
  /** Asks about the session as this checkpoint of it holds it. */
  readonly checkpoint?: string | undefined
}

/**
 * Where adapters run. Failures are `ExpectedFailure`s; a thread that died in the middle answers as one, too. What is asked about one
 * session is answered in the order of asking.
 */
export interface Readers {
  health(source: KnownSource, signal: AbortSignal): Promise<SourceHealth>
  /** Steps in batches. `known` holds the fingerprint of each unit at the last scan. */
  scan(
    source: KnownSource,
    known: ReadonlyMap<string, string>,
    signal: AbortSignal,
    share?: ScanShare
  ): AsyncIterable<readonly ScanStep[]>
  ask<N extends QuestionName>(
    source: KnownSource,
    session: string | null,
    name: N,
    input: Questions[N]['input'],
    options: AskOptions
  ): Promise<Questions[N]['answer']>
  close(): Promise<void>
}
