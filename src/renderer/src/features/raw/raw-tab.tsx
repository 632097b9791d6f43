import type { SessionRef } from '@shared/domain/session'
import { Braces } from 'lucide-react'
import { useNavigation } from '../../state/navigation-store'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { RawRecordView } from './raw-record-view'

/** The native records of the entry that was last in focus, as the agent stored them. */
export function RawTab({ session, path }: { session: SessionRef; path: string | null }) {
  const { entry, setTab } = useNavigation()
  if (entry === null) {
    return (
      <EmptyState
        icon={Braces}
        title="No entry is chosen"
        action={<Button onClick={() => setTab('transcript')}>Go to the transcript</Button>}
      >
        Put the focus on an entry of the transcript. Its records are shown here as the agent stored them.
      </EmptyState>
    )
  }
  return <RawRecordView key={entry} session={session} entry={entry} path={path} />
}
