import type { AgentId } from '@shared/domain/agents'
import type { SessionRef, TranscriptRef } from '@shared/domain/session'
import type { SessionQuery } from '@shared/ipc/contract-sessions'
import { create } from 'zustand'

/** What the list shows. */
export type LibraryView =
  | { readonly kind: 'all' }
  | { readonly kind: 'restorable' }
  | { readonly kind: 'leaving' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'imported' }
  | { readonly kind: 'agent'; readonly agent: AgentId }
  | { readonly kind: 'workspace'; readonly path: string }

export const sessionTabs = ['transcript', 'checkpoints', 'config', 'findings', 'raw', 'lineage'] as const
export type SessionTab = (typeof sessionTabs)[number]

/** What the detail pane shows. */
export type DetailPage = 'session' | 'agent' | 'operations'

interface NavigationStore {
  readonly view: LibraryView
  readonly sort: SessionQuery['sort']
  readonly descending: boolean
  readonly filter: string
  readonly page: DetailPage
  readonly session: SessionRef | null
  readonly tab: SessionTab
  /** Entry that was last in focus in the transcript; the Raw tab starts there. */
  readonly entry: string | null
  readonly listFolded: boolean
  /** A checkpoint that the Checkpoints tab shall open as soon as it is there. */
  readonly lookAt: TranscriptRef | null
  /** An entry that the transcript shall bring into view as soon as it can. */
  readonly wanted: string | null
  /** The page that holds it, where who asked knows; else the outline does. */
  readonly wantedCursor: string | null
  show(view: LibraryView): void
  showAgent(agent: AgentId): void
  showOperations(): void
  open(session: SessionRef, tab?: SessionTab): void
  /** Opens the session of a checkpoint, and in it the checkpoint, to look at. */
  openCheckpoint(checkpoint: Required<TranscriptRef>): void
  /** `lookAt` was seen to. */
  looked(): void
  /** Shows an entry of the open session in its transcript. */
  showEntry(entry: string, cursor?: string): void
  /** `wanted` was brought into view. */
  shown(): void
  /** Shows no session. */
  close(): void
  setTab(tab: SessionTab): void
  setEntry(entry: string | null): void
  setFilter(filter: string): void
  setSort(sort: SessionQuery['sort'], descending: boolean): void
  foldList(folded: boolean): void
}

export const useNavigation = create<NavigationStore>((set, get) => ({
  view: { kind: 'all' },
  sort: 'updated',
  descending: true,
  filter: '',
  page: 'session',
  session: null,
  tab: 'transcript',
  entry: null,
  listFolded: false,
  lookAt: null,
  wanted: null,
  wantedCursor: null,
  show: (view) => set({ view, page: 'session' }),
  showAgent: (agent) => set({ view: { kind: 'agent', agent }, page: 'agent' }),
  showOperations: () => set({ page: 'operations' }),
  open: (session, tab) =>
    set((last) => ({
      session,
      page: 'session',
      entry: null,
      lookAt: null,
      wanted: null,
      tab: tab ?? last.tab
    })),
  openCheckpoint: (lookAt) => {
    get().open({ source: lookAt.source, id: lookAt.id }, 'checkpoints')
    set({ lookAt })
  },
  looked: () => set({ lookAt: null }),
  showEntry: (wanted, wantedCursor) => set({ wanted, wantedCursor: wantedCursor ?? null, tab: 'transcript' }),
  shown: () => set({ wanted: null }),
  close: () => set({ session: null, entry: null, wanted: null, tab: 'transcript' }),
  setTab: (tab) => set({ tab }),
  setEntry: (entry) => set({ entry }),
  setFilter: (filter) => set({ filter }),
  setSort: (sort, descending) => set({ sort, descending }),
  foldList: (listFolded) => set({ listFolded })
}))

/** The query behind a view, without the filter's text. */
export function queryOf(view: LibraryView): Partial<SessionQuery> {
  switch (view.kind) {
    case 'all':
      return {}
    case 'restorable':
      return { restorable: true }
    case 'leaving':
      // Those that leave first come first, whatever order the other lists have.
      return { leaving: true, sort: 'leaving', descending: false }
    case 'imported':
      return { imported: true }
    case 'gone':
      return { gone: true }
    case 'agent':
      return { agent: view.agent }
    case 'workspace':
      return { project: view.path }
  }
}
