import type { SessionRef } from '@shared/domain/session'
import type { EventName, EventPayload } from '@shared/ipc/contract'
import type { AgentAdapter } from '../agents/adapter'
import type { CatalogView } from '../catalog/catalog-view'
import type { Scanner } from '../catalog/scanner'
import type { Log } from '../log'
import type { OwnFolder } from '../own-folder'
import type { Readers } from '../readers/readers'
import type { RestoreEngine } from '../restore/engine'
import type { Resumer } from '../resume/resumer'
import type { SettingsFile } from '../settings/settings-file'
import type { LookWhere } from '../sources/find-sources'
import type { SourceTable } from '../sources/source-table'
import type { LibraryReader, LibraryWriter } from '../store/library'
import type { LibraryState } from '../store/open-library'

/** What handlers work with: one of each in a service. */
export interface ServiceParts {
  readonly version: string
  readonly own: OwnFolder
  readonly log: Log
  readonly now: () => number
  /** Where sources are looked for, with the person's home. */
  readonly look: LookWhere
  readonly settings: SettingsFile
  readonly library: LibraryState & {
    readonly inMemory: boolean
    readonly reader: LibraryReader
    readonly writer: LibraryWriter
  }
  readonly adapters: readonly AgentAdapter[]
  readonly sources: SourceTable
  readonly view: CatalogView
  readonly scanner: Scanner
  readonly readers: Readers
  readonly restore: RestoreEngine
  readonly resumer: Resumer
  /** Aborted when the service ends. */
  readonly closing: AbortSignal
  emit<N extends EventName>(name: N, payload: EventPayload<N>): void
  /** Tells that what the list shows of these sessions changed; null for many. */
  sessionsChanged(sessions: readonly SessionRef[] | null): void
  /** Brings the list in line with what the vault keeps, after that changed. */
  refreshKept(): Promise<void>
  /** Finds the sources anew, after a setting changed or a place came or went. */
  relocate(): Promise<void>
  /** Reads and watches by itself, or rests, as the settings say. Settles when it does. */
  followPause(): Promise<void>
}
