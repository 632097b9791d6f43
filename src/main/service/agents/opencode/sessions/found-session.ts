import type { SessionFile } from '../files/session-files'
import type { DatabasePlace } from '../places'
import type { SessionInfo } from '../records/session-info'

/** A session, and every place that has something of it; the first is the one that counts (cases: B16). */
export interface FoundSession {
  readonly info: SessionInfo
  readonly database: DatabasePlace | null
  readonly files: readonly SessionFile[]
  /** Whether a version of opencode that uses this store still lists it. */
  readonly seen: boolean
}
