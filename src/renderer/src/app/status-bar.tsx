import type { Source } from '@shared/domain/source'
import { CircleCheck, CirclePause, Eye, Loader, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useAnnouncer } from '../state/announcer-store'
import { useLibraryStore } from '../state/library-store'
import { useNavigation } from '../state/navigation-store'
import { useOpenSession } from '../state/open-session-store'
import { useServiceStore } from '../state/service-store'
import { useSettings } from '../state/settings-store'
import { healthOfSources } from '../state/source-health'
import { Icon } from '../ui/icon'
import { count, counted } from '../words/numbers'

/** What is going on, and whether the numbers add up. */
export function StatusBar() {
  return (
    <footer
      data-region="status"
      className="flex h-26 flex-none items-center overflow-hidden border-t border-line bg-rail px-8 text-small whitespace-nowrap text-text-2 tabular-nums"
    >
      <ScanState />
      <RecordCounts />
      <span className="flex-1" />
      <Item>
        <Icon of={Eye} size={13} />
        Reading only
      </Item>
    </footer>
  )
}

function Item({ children, first }: { children: ReactNode; first?: boolean }) {
  return (
    <span className={`flex h-full items-center gap-6 px-10 ${first ? '' : 'border-s border-line'}`}>{children}</span>
  )
}

function ScanState() {
  const scan = useLibraryStore((state) => state.scan)
  const scanning = useLibraryStore((state) => state.info?.scanning) ?? false
  const sources = useLibraryStore((state) => state.sources) ?? []
  const service = useServiceStore((state) => state.state)
  const paused = useSettings((state) => state.settings.indexingPaused)
  const say = useAnnouncer((state) => state.say)
  const running = scan?.running ?? scanning
  const troubled = sources.filter((source) => !['ok', 'absent'].includes(healthOfSources([source])))
  useEffect(() => {
    if (scan && !scan.running) say(`Sessions are up to date, ${counted(scan.sessions, 'session')}`)
  }, [scan, say])
  if (service === 'restarting' || service === 'starting') {
    return (
      <Item first>
        <Icon of={Loader} size={13} className="text-amber" />
        The reading service is starting again
      </Item>
    )
  }
  if (running) {
    return (
      <Item first>
        <Icon of={Loader} size={13} className="text-accent" />
        {scan?.total ? `Reading ${count(scan.done)} of ${count(scan.total)}` : 'Looking for sessions'}
      </Item>
    )
  }
  if (paused) return <Paused />
  if (troubled.length > 0) return <TroubledSources sources={troubled} />
  return (
    <Item first>
      <Icon of={CircleCheck} size={13} className="text-green" />
      Up to date
    </Item>
  )
}

/** Nothing is read by itself; a press goes on. */
function Paused() {
  const change = useSettings((state) => state.change)
  return (
    <button
      type="button"
      onClick={() => void change({ indexingPaused: false })}
      className="flex h-24 items-center gap-6 rounded-badge px-10 outline-offset-[-2px] hover:bg-hover"
    >
      <Icon of={CirclePause} size={13} className="text-amber" />
      Indexing is paused. Continue
    </button>
  )
}

/** Some source is in trouble; a press shows the first one. */
function TroubledSources({ sources }: { sources: readonly Source[] }) {
  const showAgent = useNavigation((state) => state.showAgent)
  const press = () => sources[0] && showAgent(sources[0].agent)
  return (
    <button
      type="button"
      onClick={press}
      className="flex h-24 items-center gap-6 rounded-badge px-10 outline-offset-[-2px] hover:bg-hover"
    >
      <Icon of={TriangleAlert} size={13} className="text-amber" />
      Up to date, {counted(sources.length, 'source')} {sources.length === 1 ? 'needs' : 'need'} a look
    </button>
  )
}

/** Records of the open session: read = shown + kept raw + unreadable. */
function RecordCounts() {
  const { accounting, counting } = useOpenSession()
  const page = useNavigation((state) => state.page)
  if (page !== 'session') return null
  if (counting) {
    return (
      <Item>
        {counting.total ? `Counting records, ${count(counting.done)} of ${count(counting.total)}` : 'Counting records'}
      </Item>
    )
  }
  if (!accounting) return null
  const { read, shown, raw, unreadable } = accounting
  return (
    <Item>
      <span data-testid="record-counts">
        {counted(read, 'record')}: {count(shown)} shown
        <span className={raw + unreadable === 0 ? 'max-wide:hidden' : ''}>
          , {count(raw)} kept raw, {count(unreadable)} unreadable
        </span>
      </span>
    </Item>
  )
}
