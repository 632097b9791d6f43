import type { Finding } from '@shared/domain/finding'
import type { SessionRef, SessionSummary } from '@shared/domain/session'
import { CircleCheck, CircleDashed, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWholeAnswer } from '../../state/answer'
import { useCanPlan, useLibraryStore, useSessionRevision } from '../../state/library-store'
import { useMending } from '../../state/mend-store'
import { useOpenSession } from '../../state/open-session-store'
import { sessionKey } from '../../state/session-key'
import { EmptyState } from '../../ui/empty-state'
import { Icon } from '../../ui/icon'
import { LoadingRows } from '../../ui/loading-rows'
import { AccountingTable } from './accounting-table'
import { concerning } from './concerns'
import { FindingGroups } from './finding-groups'
import { fixesOf } from './fix-for'
import { MendSection } from './mend-section'

/** What was noticed about the session's data, and whether all of it could be read. */
export function FindingsTab({ session, secrets }: { session: SessionSummary; secrets: ReactNode }) {
  const { accounting, counting } = useOpenSession()
  // Counting the records finds more than a first look.
  const revision = `${useSessionRevision(session)} ${accounting === null}`
  const { value, error } = useWholeAnswer('findings.list', { session }, revision)
  const ofSource = useSourceFindings(session, value?.findings)
  const damaged = [...(value?.findings ?? []), ...ofSource].some(({ severity }) => severity !== 'info')
  const allowed = useCanPlan(session.agent, 'repair') && session.state !== 'gone'
  const mending = useMending(session, allowed && damaged)
  if (error && !value) {
    return (
      <EmptyState icon={SearchX} title={error.message}>
        {error.advice}
      </EmptyState>
    )
  }
  if (!value) return <LoadingRows count={3} height={72} label="Loading findings" />
  const fixes = fixesOf(mending.phase)
  const section = allowed && <MendSection key={sessionKey(session)} session={session} mending={mending} />
  return (
    <div className="flex h-full flex-col gap-24 overflow-y-auto px-20 pt-16 pb-24">
      {value.findings.length + ofSource.length === 0 && <NothingNoticed counted={accounting !== null} />}
      {damaged && section}
      <FindingGroups findings={value.findings} fixes={fixes} />
      {!damaged && section}
      {ofSource.length > 0 && (
        <section aria-label="Findings about its source" className="flex flex-col gap-12">
          <h2 className="text-lead font-semibold">About its source</h2>
          <FindingGroups findings={ofSource} fixes={fixes} />
        </section>
      )}
      {secrets}
      <AccountingTable accounting={accounting} counting={counting} />
    </div>
  )
}

function NothingNoticed({ counted }: { counted: boolean }) {
  return (
    <div className="flex items-start gap-10">
      <Icon of={counted ? CircleCheck : CircleDashed} className={`mt-2 ${counted ? 'text-green' : 'text-text-3'}`} />
      <div>
        <h2 className="font-semibold">
          {counted ? 'Nothing was noticed about this session' : 'Nothing has been noticed so far'}
        </h2>
        <p className="mt-2 max-w-[68ch] text-second text-text-2">
          {counted
            ? 'Reprise looked at its layout and version, at every record, at ids and times that have to fit together, and at its source.'
            : 'Reprise looked at its layout, its version and its source. Its records are looked at when they are counted.'}
        </p>
      </div>
    </div>
  )
}

function useSourceFindings(session: SessionRef, ofSession: readonly Finding[] | undefined): Finding[] {
  const sources = useLibraryStore((state) => state.sources)
  const source = sources?.find(({ id }) => id === session.source)
  return source && ofSession ? concerning(session, source.root, source.findings, ofSession) : []
}
