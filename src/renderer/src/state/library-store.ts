import type { AgentId } from '@shared/domain/agents'
import type { Capabilities } from '@shared/domain/capabilities'
import type { ChangeKind } from '@shared/domain/change'
import type { SessionRef } from '@shared/domain/session'
import type { Source } from '@shared/domain/source'
import type { AppInfo, EventPayload, OutputOf } from '@shared/ipc/contract'
import type { Facets } from '@shared/ipc/contract-sessions'
import type { Failure } from '@shared/ipc/errors'
import { create } from 'zustand'
import { call } from './bridge'
import { sessionKey } from './session-key'

export type ScanProgress = EventPayload<'scan.progress'>

interface LibraryStore {
  readonly info: AppInfo | undefined
  readonly facets: Facets | undefined
  /** Why the library could not be asked; what was known stays. */
  readonly failure: Failure | undefined
  readonly sources: readonly Source[] | undefined
  readonly capabilities: Readonly<Record<string, Capabilities>>
  /** By agent: what can be planned for its sessions, and whose checkpoints can be opened. */
  readonly planable: Readonly<Record<string, readonly ChangeKind[]>>
  readonly opensCheckpoints: readonly AgentId[]
  /** Agents whose sessions can be kept. */
  readonly keeps: readonly AgentId[]
  readonly scan: ScanProgress | undefined
  /** Whether this machine had never been scanned when the window opened, until that scan ends. null before that is known. */
  readonly firstScan: boolean | null
  /** Counts up with every change of the catalog: lists ask again. */
  readonly revision: number
  /** Counts up for what may have changed in every session. */
  readonly everySession: number
  /** Per session key: how often it was said to have changed. */
  readonly changes: Readonly<Record<string, number>>
  /** Counts up with every change of an operation. */
  readonly operations: number
  load(): Promise<void>
  catalogChanged(sessions: readonly SessionRef[] | null): void
  operationsChanged(): void
  scanned(progress: ScanProgress): void
}

export const useLibraryStore = create<LibraryStore>((set, get) => ({
  info: undefined,
  facets: undefined,
  failure: undefined,
  sources: undefined,
  capabilities: {},
  planable: {},
  opensCheckpoints: [],
  keeps: [],
  scan: undefined,
  firstScan: null,
  revision: 0,
  everySession: 0,
  changes: {},
  operations: 0,
  load: async () => {
    const [info, facets, sources] = await Promise.all([
      call('app.info', {}),
      call('sessions.facets', {}),
      call('sources.list', {})
    ])
    const failed = [info, facets, sources].find((answer) => !answer.ok && answer.error.code !== 'service.restarted')
    set({
      firstScan: get().firstScan ?? (info.ok ? !info.value.everScanned && info.value.scanning : null),
      failure: failed && !failed.ok ? failed.error : undefined,
      ...(info.ok ? { info: info.value } : {}),
      ...(facets.ok ? { facets: facets.value } : {}),
      ...(sources.ok ? offered(sources.value) : {})
    })
  },
  catalogChanged: (sessions) =>
    set((last) => {
      if (sessions === null) return { revision: last.revision + 1, everySession: last.everySession + 1 }
      const changes = { ...last.changes }
      for (const session of sessions) changes[sessionKey(session)] = (changes[sessionKey(session)] ?? 0) + 1
      return { revision: last.revision + 1, changes }
    }),
  operationsChanged: () => set((last) => ({ operations: last.operations + 1 })),
  scanned: (progress) => {
    const ended = get().scan?.running !== false && !progress.running
    set({ scan: progress, ...(progress.running ? {} : { firstScan: false }) })
    if (ended) void get().load()
  }
}))

function offered({ sources, capabilities, changes, opensCheckpoints, keeps }: OutputOf<'sources.list'>) {
  return { sources, capabilities, planable: changes, opensCheckpoints, keeps }
}

/** Whether a change can be planned for an agent's sessions at all; nothing else is offered. */
export function useCanPlan(agent: AgentId, kind: ChangeKind): boolean {
  return useLibraryStore((state) => state.planable[agent]?.includes(kind) === true)
}

/** A number that changes when a session may have changed. */
export function useSessionRevision(session: SessionRef | null): number {
  return useLibraryStore((state) => state.everySession + (session ? (state.changes[sessionKey(session)] ?? 0) : 0))
}
