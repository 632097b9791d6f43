import { Ellipsis, Folder, Folders } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLibraryStore } from '../../state/library-store'
import { useNavigation } from '../../state/navigation-store'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { Menu, MenuItem, MenuLabel } from '../../ui/menu'
import { NavItem } from '../../ui/nav-item'
import { count } from '../../words/numbers'
import { shortPath } from '../../words/paths'
import { workspaceLabels } from './workspace-labels'

const shownAtFirst = 6

function useWorkspaces() {
  const workspaces = useLibraryStore((state) => state.facets?.workspaces)
  return useMemo(() => [...(workspaces ?? [])].sort((a, b) => b.sessions - a.sessions), [workspaces])
}

/** Workspaces with the most sessions first; the rest behind one line. */
export function WorkspaceList() {
  const workspaces = useWorkspaces()
  const { view, show } = useNavigation()
  const [all, setAll] = useState(false)
  const labels = workspaceLabels(workspaces.map(({ path }) => path))
  const shown = all ? workspaces : workspaces.slice(0, shownAtFirst)
  const more = workspaces.length - shown.length
  return (
    <>
      {shown.map(({ path, sessions }) => (
        <NavItem
          key={path}
          compact={false}
          icon={<Icon of={Folder} />}
          label={labels.get(path) ?? path}
          number={sessions}
          current={view.kind === 'workspace' && view.path === path}
          onPress={() => show({ kind: 'workspace', path })}
        />
      ))}
      {(more > 0 || all) && workspaces.length > shownAtFirst && (
        <NavItem
          compact={false}
          icon={<Icon of={Ellipsis} />}
          label={all ? 'Show fewer' : `${count(more)} more`}
          current={false}
          onPress={() => setAll(!all)}
        />
      )}
    </>
  )
}

/** The same as a menu, for a rail that shows icons alone. */
export function WorkspaceMenu() {
  const workspaces = useWorkspaces()
  const { view, show } = useNavigation()
  if (workspaces.length === 0) return null
  return (
    <Menu
      align="start"
      trigger={
        <IconButton
          icon={Folders}
          label="Workspaces"
          data-nav-item
          className={`h-32 w-36 ${view.kind === 'workspace' ? 'bg-hover text-text' : ''}`}
        />
      }
    >
      <MenuLabel>Workspaces</MenuLabel>
      {workspaces.map(({ path, sessions }) => (
        <MenuItem key={path} icon={Folder} onSelect={() => show({ kind: 'workspace', path })}>
          <span className="flex items-center gap-12">
            <span className="trunc">{shortPath(path)}</span>
            <span className="ms-auto text-small text-text-3 tabular-nums">{count(sessions)}</span>
          </span>
        </MenuItem>
      ))}
    </Menu>
  )
}
