import type { SessionRef } from '@shared/domain/session'
import type { Failure } from '@shared/ipc/errors'
import { MousePointerClick, SearchX } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { FirstRun } from '../features/first-run/first-run'
import { LineageTrail } from '../features/lineage/lineage-trail'
import { SecretsSection } from '../features/secrets/secrets-section'
import { SessionHeader } from '../features/session/session-header'
import { useLibraryStore } from '../state/library-store'
import { type SessionTab, useNavigation } from '../state/navigation-store'
import { type SessionDetails, useSessionDetails } from '../state/open-session-store'
import { sameSession, sessionKey } from '../state/session-key'
import { useWantedFocus } from '../state/wanted-focus'
import { EmptyState } from '../ui/empty-state'
import { LoadingRows } from '../ui/loading-rows'
import { Tab, TabList, TabPanel, Tabs } from '../ui/tabs'
import { CheckpointsTab, ConfigTab, FindingsTab, LineageTab, RawTab, Transcript } from './later-parts'
import { LossBanner } from './loss-banner'
import { readable } from './readable-states'
import { useLoss } from './use-loss'

/** A scan that takes longer than this, in ms, is shown as what it is. */
const patience = 1000

/** The open session with its tabs. */
export function SessionDetail() {
  const chosen = useNavigation((state) => state.session)
  const { session, details, error } = useSessionDetails(chosen)
  const shown = useRef<{ session: SessionRef; details: SessionDetails } | null>(null)
  const firstScan = useFirstScan()
  if (!chosen && firstScan) return <FirstRun />
  if (!chosen) {
    return (
      <EmptyState icon={MousePointerClick} title="No session is open">
        Choose one in the list, or press / to find it by its words.
      </EmptyState>
    )
  }
  if (error && !details) {
    return (
      <EmptyState icon={SearchX} title={error.message}>
        {error.advice}
      </EmptyState>
    )
  }
  const ready = session && details && sameSession(session, details.session)
  if (ready) shown.current = { session, details }
  // What is shown stays until the next session is there: moving through the list does not flicker.
  if (!shown.current) return <LoadingRows count={5} height={44} label="Opening the session" />
  const failure = sameSession(shown.current.session, session) ? error : undefined
  return <OpenSession key={sessionKey(shown.current.session)} {...shown.current} failure={failure} />
}

/** Whether the very first scan of this machine goes on; a short one is over before anything is said about it. */
function useFirstScan(): boolean {
  const going = useLibraryStore((state) => state.firstScan) === true
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!going) return setLate(false)
    const timer = setTimeout(() => setLate(true), patience)
    return () => clearTimeout(timer)
  }, [going])
  return going && late
}

interface OpenSessionProps {
  session: SessionRef
  details: SessionDetails
  /** Why its facts could not be read again. */
  failure: Failure | undefined
}

function OpenSession({ session, details, failure }: OpenSessionProps) {
  const loss = useLoss(details, failure)
  const { tab, setTab } = useNavigation()
  const [actions, setActions] = useState<HTMLElement | null>(null)
  const { session: summary } = details
  const panes = useRef<HTMLDivElement>(null)
  const chosen = useNavigation((state) => state.session)
  const here = sameSession(chosen, session)
  // The transcript takes the focus by itself, once its entries are there.
  useWantedFocus(here && (tab !== 'transcript' || !readable.has(summary.state)), () => {
    panes.current?.querySelector<HTMLElement>('[role=tabpanel]')?.focus()
  })
  return (
    <>
      <LineageTrail details={details} />
      <SessionHeader details={details} />
      {loss && <LossBanner session={session} loss={loss} />}
      <Tabs
        value={tab}
        onValueChange={(value) => setTab(value as SessionTab)}
        ref={panes}
        className="flex min-h-0 flex-1 flex-col"
      >
        <div className="flex h-36 flex-none items-center border-b border-line px-20" data-region="tabs">
          <TabList aria-label="Parts of the session" className="flex h-full gap-20 max-[1000px]:gap-12">
            <Tab value="transcript" count={summary.entries}>
              Transcript
            </Tab>
            <Tab value="checkpoints" count={summary.checkpoints}>
              Checkpoints
            </Tab>
            <Tab value="config">Config</Tab>
            <Tab value="findings" count={summary.findings}>
              Findings
            </Tab>
            <Tab value="raw">Raw</Tab>
            <Tab value="lineage">Lineage</Tab>
          </TabList>
          <span ref={setActions} className="ms-auto flex items-center gap-4" />
        </div>
        <Suspense fallback={null}>
          <TabPanel value="transcript">
            <Transcript session={session} details={details} actions={actions} />
          </TabPanel>
          <TabPanel value="checkpoints">
            <CheckpointsTab
              session={session}
              details={details}
              showTranscript={(view, place) => <Transcript session={view} details={details} actions={place} />}
            />
          </TabPanel>
          <TabPanel value="config">
            <ConfigTab session={session} />
          </TabPanel>
          <TabPanel value="findings">
            <FindingsTab session={summary} secrets={<SecretsSection session={session} />} />
          </TabPanel>
          <TabPanel value="raw">
            <RawTab session={session} path={details.path} />
          </TabPanel>
          <TabPanel value="lineage">
            <LineageTab session={session} />
          </TabPanel>
        </Suspense>
      </Tabs>
    </>
  )
}
