import type { Checkpoint } from '@shared/domain/checkpoint'
import type { SessionRef } from '@shared/domain/session'
import { Gem } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useWholeAnswer } from '../../state/answer'
import { offerCommand } from '../../state/commands'
import { useSessionRevision } from '../../state/library-store'
import type { SessionDetails } from '../../state/open-session-store'
import { useRestore } from '../../state/restore-store'
import { EmptyState } from '../../ui/empty-state'
import { LoadingRows } from '../../ui/loading-rows'
import { CheckpointDetail } from './checkpoint-detail'
import { NowRow } from './now-row'
import { TaskLists } from './task-lists'
import { Timeline } from './timeline'
import { TimelineHints } from './timeline-hints'

/** The points that a session can be put back to, newest first, with what the chosen one is. */
export function CheckpointsTab({ session, details }: { session: SessionRef; details: SessionDetails }) {
  const revision = useSessionRevision(session)
  const { value, error } = useWholeAnswer('checkpoints.list', { session }, revision)
  if (error && !value) {
    return (
      <EmptyState icon={Gem} title={error.message}>
        {error.advice}
      </EmptyState>
    )
  }
  if (!value) return <LoadingRows count={4} height={40} label="Loading checkpoints" />
  if (value.checkpoints.length === 0) {
    return (
      <EmptyState icon={Gem} title="This session has no checkpoints">
        The agent made none, or has removed them.
      </EmptyState>
    )
  }
  return <Chooser session={session} details={details} checkpoints={value.checkpoints} />
}

interface ChooserProps {
  session: SessionRef
  details: SessionDetails
  checkpoints: readonly Checkpoint[]
}

function Chooser({ session, details, checkpoints }: ChooserProps) {
  const [id, setId] = useState<string | null>(null)
  const open = useRestore((state) => state.open)
  const at = Math.max(
    0,
    checkpoints.findIndex((each) => each.id === id)
  )
  const chosen = checkpoints[at]
  const restore = () => {
    if (chosen?.restorable) {
      const { agent, title } = details.session
      open({ kind: 'restore', session, agent, title, checkpoint: chosen.id, label: chosen.label, at: chosen.at })
    }
  }
  useEffect(() => {
    const move = (by: number) => () => setId(checkpoints[at + by]?.id ?? checkpoints[at]?.id ?? null)
    // Newest first: the previous one in time is the next in the list.
    const offers = [
      offerCommand('checkpoint.previous', move(1)),
      offerCommand('checkpoint.next', move(-1)),
      offerCommand('restore.plan', restore)
    ]
    return () => {
      for (const end of offers) end()
    }
  })
  if (!chosen) return null
  return (
    <div className="flex h-full max-narrow:flex-col">
      <div className="flex w-320 flex-none flex-col border-e border-line max-narrow:h-2/5 max-narrow:w-full max-narrow:border-e-0 max-narrow:border-b">
        <NowRow session={details.session} />
        <Timeline checkpoints={checkpoints} chosen={chosen.id} onChoose={setId} onRestore={restore} />
        {chosen.restorable && <TimelineHints />}
      </div>
      <CheckpointDetail checkpoint={chosen} agent={details.session.agent} onRestore={restore}>
        <TaskLists session={session} />
      </CheckpointDetail>
    </div>
  )
}
