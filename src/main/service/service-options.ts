import type { AgentId } from '@shared/domain/agents'
import type { EventName } from '@shared/ipc/contract'
import type { AgentAdapter } from './agents/adapter'
import type { Readers } from './readers/readers'
import type { LookWhere } from './sources/find-sources'

export interface ServiceOptions {
  /** Our own folder. */
  readonly home: string
  readonly adapters: readonly AgentAdapter[]
  readonly look: LookWhere
  /** Keys of sealed stores. With any, nothing that is learned is written to disk. */
  readonly keys?: ReadonlyMap<AgentId, Uint8Array>
  readonly readers: (options: ReaderSurroundings) => Readers
  readonly emit?: (name: EventName, payload: unknown) => void
  readonly now?: () => number
  /** Name of the log file: `service` or `command-line`. */
  readonly logName?: string
  /** In ms: how long sessions that shall be kept by themselves wait for a person who has just started the app. */
  readonly restBeforeKeeping?: number
}

/** What readers get from the service around them. */
export interface ReaderSurroundings {
  readonly scratch: string
  readonly now: () => number
  readonly onDeath: (error: unknown) => void
}
