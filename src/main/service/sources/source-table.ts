import type { AgentId } from '@shared/domain/agents'
import { fail } from '@shared/ipc/errors'
import type { AgentAdapter, SourceKey, SourceLocation } from '../agents/adapter'

/** A source together with the adapter that reads it. */
export interface KnownSource {
  readonly location: SourceLocation
  readonly adapter: AgentAdapter
  readonly key: SourceKey
}

/** The sources of this moment. Everything else names them by id. */
export class SourceTable {
  private readonly adapters: ReadonlyMap<AgentId, AgentAdapter>
  private readonly keys: ReadonlyMap<AgentId, Uint8Array>
  private known: ReadonlyMap<string, KnownSource> = new Map()
  /** Keys that were given while this process runs, by source. */
  private readonly given = new Map<string, Uint8Array>()

  constructor(adapters: readonly AgentAdapter[], keys: ReadonlyMap<AgentId, Uint8Array>) {
    this.adapters = new Map(adapters.map((adapter) => [adapter.agent, adapter]))
    this.keys = keys
  }

  /** Takes over what was located; true when a source came or went. */
  replace(locations: readonly SourceLocation[]): boolean {
    const next = new Map<string, KnownSource>()
    for (const location of locations) {
      const adapter = this.adapters.get(location.agent)
      if (adapter) next.set(location.id, { location, adapter, key: this.keys.get(location.agent) ?? null })
    }
    const changed = next.size !== this.known.size || [...next.keys()].some((id) => !this.known.has(id))
    this.known = next
    return changed
  }

  all(): readonly KnownSource[] {
    return [...this.known.values()]
  }

  ids(): readonly string[] {
    return [...this.known.keys()]
  }

  /** A source to read sessions from, with a key that was given meanwhile. `all` is without it: lists never hold what is sealed. */
  find(id: string): KnownSource | undefined {
    const known = this.known.get(id)
    const key = this.given.get(id)
    return known && key ? { ...known, key } : known
  }

  /** Takes a key for the sessions of one source; it stays in memory. */
  giveKey(id: string, key: Uint8Array): void {
    this.given.set(this.get(id).location.id, key)
  }

  /** The source of that id; `not.found` when it is none of the present ones. */
  get(id: string): KnownSource {
    return this.find(id) ?? fail('not.found', `There is no source ${id}.`, { advice: 'List the sources again.' })
  }
}
