import { CircleDashed, ClipboardList, History, Hourglass, Layers, PackageOpen } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useAnswer } from '../../state/answer'
import { useLibraryStore } from '../../state/library-store'
import { useNavigation } from '../../state/navigation-store'
import { useSettings } from '../../state/settings-store'
import { classes } from '../../ui/classes'
import { Icon } from '../../ui/icon'
import { NavItem } from '../../ui/nav-item'
import { size } from '../../words/numbers'
import { AgentList } from './agent-list'
import { moveInRail } from './roving'
import { useRovingStop } from './use-roving-stop'
import { WorkspaceList, WorkspaceMenu } from './workspace-list'

interface LibraryRailProps {
  compact: boolean
  width: number
  /** What stands below everything else. */
  end?: ReactNode
}

/** The first pane: which sessions the list shows. */
export function LibraryRail({ compact, width, end }: LibraryRailProps) {
  const facets = useLibraryStore((state) => state.facets)
  const letters = useSettings((state) => state.settings.singleLetterKeys)
  const { view, page, show, showOperations } = useNavigation()
  const rail = useRef<HTMLElement>(null)
  useRovingStop(rail)
  return (
    <nav
      ref={rail}
      aria-label="Library"
      data-region="rail"
      onKeyDown={(event) => moveInRail(event, letters)}
      style={{ width: compact ? 52 : width }}
      className={classes(
        'flex flex-none flex-col overflow-x-hidden overflow-y-auto border-e border-line bg-rail py-8',
        compact ? 'items-center gap-2' : 'px-8'
      )}
    >
      <NavItem
        compact={compact}
        icon={<Icon of={Layers} />}
        label="All sessions"
        number={facets?.all}
        current={view.kind === 'all'}
        onPress={() => show({ kind: 'all' })}
      />
      <NavItem
        compact={compact}
        icon={<Icon of={History} />}
        label="Restorable"
        number={facets?.restorable}
        current={view.kind === 'restorable'}
        onPress={() => show({ kind: 'restorable' })}
      />
      {((facets?.leaving ?? 0) > 0 || view.kind === 'leaving') && (
        <NavItem
          compact={compact}
          icon={<Icon of={Hourglass} />}
          label="Leaving soon"
          number={facets?.leaving}
          current={view.kind === 'leaving'}
          onPress={() => show({ kind: 'leaving' })}
        />
      )}
      {((facets?.imported ?? 0) > 0 || view.kind === 'imported') && (
        <NavItem
          compact={compact}
          icon={<Icon of={PackageOpen} />}
          label="Imported"
          number={facets?.imported}
          current={view.kind === 'imported'}
          onPress={() => show({ kind: 'imported' })}
        />
      )}
      {((facets?.gone ?? 0) > 0 || view.kind === 'gone') && (
        <NavItem
          compact={compact}
          icon={<Icon of={CircleDashed} />}
          label="Gone"
          number={facets?.gone}
          current={view.kind === 'gone'}
          onPress={() => show({ kind: 'gone' })}
        />
      )}
      <RailHeading compact={compact}>Agents</RailHeading>
      <AgentList compact={compact} />
      {(facets?.workspaces.length ?? 0) > 0 && <RailHeading compact={compact}>Workspaces</RailHeading>}
      {compact ? <WorkspaceMenu /> : <WorkspaceList />}
      <div className="min-h-8 flex-1" />
      <OperationsItem compact={compact} current={page === 'operations'} onPress={showOperations} />
      {end}
    </nav>
  )
}

function RailHeading({ compact, children }: { compact: boolean; children: string }) {
  if (compact) return <div aria-hidden className="my-6 h-1 w-24 flex-none bg-line" />
  return <h2 className="px-8 pt-14 pb-4 text-small font-medium text-text-3">{children}</h2>
}

function OperationsItem({ compact, current, onPress }: { compact: boolean; current: boolean; onPress: () => void }) {
  const changes = useLibraryStore((state) => state.operations)
  const operations = useAnswer('operations.list', { limit: 1 }, changes)
  const bytes = operations.value?.vaultBytes ?? 0
  return (
    <NavItem
      compact={compact}
      icon={<Icon of={ClipboardList} />}
      label="Operations"
      end={bytes > 0 ? size(bytes) : undefined}
      current={current}
      onPress={onPress}
    />
  )
}
