import { agentNames } from '@shared/domain/agents'
import type { SessionQuery } from '@shared/ipc/contract-sessions'
import { ListFilter, SearchX } from 'lucide-react'
import { type ReactNode, useDeferredValue } from 'react'
import { type LibraryView, queryOf, useNavigation } from '../../state/navigation-store'
import { useWidthClass } from '../../state/width-class'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { LoadingRows } from '../../ui/loading-rows'
import { count } from '../../words/numbers'
import { lastPart } from '../../words/paths'
import { FilterBox } from './filter-box'
import { SessionListbox } from './session-listbox'
import { SortMenu } from './sort-menu'
import { SourceNote } from './source-note'
import { useSessionPages } from './use-session-pages'

/** What a view is called above its list. */
function viewName(view: LibraryView): string {
  switch (view.kind) {
    case 'all':
      return 'All sessions'
    case 'restorable':
      return 'Restorable'
    case 'leaving':
      return 'Leaving soon'
    case 'imported':
      return 'Imported'
    case 'gone':
      return 'Gone'
    case 'agent':
      return agentNames[view.agent]
    case 'workspace':
      return lastPart(view.path)
  }
}

/** The second pane: sessions of the chosen view. */
export function SessionList({ width, edge }: { width: number; edge: ReactNode }) {
  const { view, sort, descending, filter, setFilter } = useNavigation()
  const text = useDeferredValue(filter.trim())
  const query: SessionQuery = { sort, descending, ...queryOf(view), ...(text ? { text } : {}) }
  const sessions = useSessionPages(query)
  const short = useWidthClass() === 'narrow'
  const { total } = sessions.held
  return (
    <section
      aria-label="Sessions"
      data-region="list"
      style={{ width }}
      className="relative flex min-w-0 flex-none flex-col overflow-hidden border-e border-line bg-list"
    >
      {edge}
      <header className="flex h-44 flex-none items-center gap-4 pe-8 ps-16">
        <h1 className="trunc font-semibold">{viewName(view)}</h1>
        {total !== null && <span className="ms-6 text-text-3 tabular-nums">{count(total)}</span>}
        <span className="flex-1" />
        {view.kind !== 'leaving' && <SortMenu />}
      </header>
      <FilterBox />
      {view.kind === 'agent' && <SourceNote agent={view.agent} />}
      {total === null && <LoadingRows count={8} height={40} label="Loading sessions" />}
      {total === 0 &&
        (text ? (
          <EmptyState
            icon={SearchX}
            title={`No session matches “${text}”`}
            action={
              <Button size="small" onClick={() => setFilter('')}>
                Clear the filter
              </Button>
            }
          >
            Looked in titles, prompts, workspaces and agents of {viewName(view)}.
          </EmptyState>
        ) : (
          <EmptyState icon={ListFilter} title={emptyTitle(view)} />
        ))}
      {total !== null && total > 0 && (
        <SessionListbox sessions={sessions} query={query} label={viewName(view)} short={short} />
      )}
    </section>
  )
}

function emptyTitle(view: LibraryView): string {
  if (view.kind === 'restorable') return 'No session has a checkpoint that can be put back'
  if (view.kind === 'leaving') return 'No agent removes a session within a week'
  if (view.kind === 'imported') return 'Nothing was imported. Drop a bundle, a session file or a folder on the window'
  if (view.kind === 'gone') return 'No session is gone'
  return 'No sessions here'
}
