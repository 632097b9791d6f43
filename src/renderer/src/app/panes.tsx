import { PanelLeft } from 'lucide-react'
import { LibraryRail } from '../features/library/library-rail'
import { SessionList } from '../features/sessions/session-list'
import { useNavigation } from '../state/navigation-store'
import { type Pane, paneLimits, usePaneSize, usePaneSizes } from '../state/pane-sizes'
import { useWidthClass, type WidthClass } from '../state/width-class'
import { Icon } from '../ui/icon'
import { NavItem } from '../ui/nav-item'
import { ResizeHandle } from '../ui/resize-handle'
import { DetailPane } from './detail-pane'

/** Rail, list and detail. The list can be folded away; then the rail is icons too. */
export function Panes() {
  const width = useWidthClass()
  const { listFolded, foldList } = useNavigation()
  const compact = width !== 'wide' || listFolded
  const rail = usePaneSize('rail', width)
  const list = usePaneSize('list', width)
  return (
    <div className="flex min-h-0 flex-1">
      <LibraryRail
        compact={compact}
        width={rail}
        end={
          listFolded && (
            <NavItem
              compact
              icon={<Icon of={PanelLeft} />}
              label="Show the session list"
              current={false}
              onPress={() => foldList(false)}
            />
          )
        }
      />
      {!listFolded && (
        <SessionList
          width={list}
          edge={!compact && <Splitter pane="rail" width={width} size={rail} label="Width of the library" />}
        />
      )}
      <DetailPane
        edge={!listFolded && <Splitter pane="list" width={width} size={list} label="Width of the session list" />}
      />
    </div>
  )
}

function Splitter({ pane, width, size, label }: { pane: Pane; width: WidthClass; size: number; label: string }) {
  const resize = usePaneSizes((state) => state.resize)
  const { min, max } = paneLimits[pane]
  return <ResizeHandle label={label} size={size} min={min} max={max} onResize={(next) => resize(pane, width, next)} />
}
