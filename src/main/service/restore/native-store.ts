import type { SourceKey, SourceLocation } from '../agents/adapter'
import type { Gateway } from './gateway'

/** Names one state in an agent's store, in the agent's own words, for example `{ session: '...' }`. It is kept in journals for ever. */
export type NativeTarget = Readonly<Record<string, string>>

/** What a native read or exchange may use. Every side effect goes through the gateway, statements of a transaction by `effect`. */
export interface NativeAccess {
  readonly gateway: Gateway
  readonly source: SourceLocation
  readonly key: SourceKey
  /** A folder of our own for private copies. */
  readonly scratch: string
  readonly signal: AbortSignal
  /** Unix ms. */
  now(): number
}

/**
 * State of an agent's store that is changed by the agent's own protocol, seen as bytes. The engine hashes them (SHA-256), keeps
 * the state before in the vault and puts it back through the same exchange.
 */
export interface NativeStore {
  /** The state now; null when it is not there. Looking never writes. The same state always gives the same bytes. */
  read(target: NativeTarget, access: NativeAccess): Promise<Uint8Array | null>
  /**
   * Makes the target hold exactly `content` in one step that a crash at any moment leaves undone or done, if it still holds
   * the state whose SHA-256 is `expected` (null = not there); compared where no other writer can come in between, under the store's own lock
   * or in the transaction. Throws `ChangedMeanwhile` when it holds something else, and `fail` with `source.locked` when the agent
   * keeps its lock for longer than a person waits; then nothing was changed.
   */
  exchange(
    target: NativeTarget,
    expected: string | null,
    content: Uint8Array | null,
    access: NativeAccess
  ): Promise<void>
}
