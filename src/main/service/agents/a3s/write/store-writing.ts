import type { Gateway } from '../../../restore/gateway'
import type { SourceKey } from '../../adapter'

/** What a write into a store may use. */
export interface StoreWriting {
  readonly gateway: Gateway
  /** Seals what is written; null writes plain text. */
  readonly key: SourceKey
  /** Unix ms. */
  now(): number
  /** For tests of the other platform's rules; this one's by default. */
  readonly platform?: NodeJS.Platform
  /** For tests that do not want to wait; a timer by default. */
  wait?(milliseconds: number): Promise<void>
}
