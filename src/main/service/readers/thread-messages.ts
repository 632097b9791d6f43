import type { AgentId } from '@shared/domain/agents'
import type { Failure } from '@shared/ipc/errors'
import type { ScanShare, SourceHealth, SourceKey, SourceLocation } from '../agents/adapter'
import type { QuestionName, Questions } from './questions'

/** A source as it crosses the border: the adapter is found again by its agent. */
export interface SentSource {
  readonly agent: AgentId
  readonly location: SourceLocation
  readonly key: SourceKey
}

export type ThreadRequest =
  | { readonly type: 'health'; readonly source: SentSource }
  | {
      readonly type: 'scan'
      readonly source: SentSource
      readonly known: ReadonlyMap<string, string>
      readonly share?: ScanShare
    }
  | {
      readonly type: 'ask'
      readonly source: SentSource
      readonly session: string | null
      readonly checkpoint?: string | undefined
      readonly name: QuestionName
      readonly input: Questions[QuestionName]['input']
    }

export type ToThread =
  | { readonly type: 'request'; readonly id: number; readonly request: ThreadRequest }
  | { readonly type: 'cancel'; readonly id: number }
  /** A batch of a scan was taken; another one may come. */
  | { readonly type: 'taken'; readonly id: number }
  /** What answers about sessions of these agents need shall be loaded before the first of them is asked for. */
  | { readonly type: 'prepare'; readonly agents: readonly AgentId[] }
  | { readonly type: 'close' }

/** What Node adds to an error that the system made. */
export interface SystemError {
  readonly code?: string
  readonly syscall?: string
  readonly path?: string
}

export type FromThread =
  /** Scan steps as JSON: for many small objects it is several times as quick as a structured clone. */
  | { readonly type: 'batch'; readonly id: number; readonly steps: string }
  | { readonly type: 'progress'; readonly id: number; readonly done: number; readonly total: number | null }
  | {
      readonly type: 'done'
      readonly id: number
      readonly value: SourceHealth | Questions[QuestionName]['answer'] | null
    }
  | { readonly type: 'failed'; readonly id: number; readonly failure: Failure }
  /** A bug of ours, whose places go to the log while its message stays here, or what the system refused. */
  | {
      readonly type: 'fault'
      readonly id: number
      readonly name: string
      readonly stack: string
      readonly system: SystemError
    }

/** What a reader thread is started with. */
export interface ThreadData {
  readonly scratch: string
  /** Where compiled code is kept; null where it is not. */
  readonly codeCache: string | null
}
