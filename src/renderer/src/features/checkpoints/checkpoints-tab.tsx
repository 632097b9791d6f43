import type { Checkpoint } from '@shared/domain/checkpoint'
import type { SessionRef } from '@shared/domain/session'
import { Gem } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useWholeAnswer } from '../../state/answer'
import { offerCommand } from '../../state/commands'
import { useCanPlan, useLibraryStore, useSessionRevision } from '../../state/library-store'
import { useNavigation } from '../../state/navigation-store'
import type { SessionDetails } from '../../state/open-session-store'
import { useRestore } from '../../state/restore-store'
import { forkOfCopy } from '../../state/session-changes'
import { sameSession } from '../../state/session-key'
import { EmptyState } from '../../ui/empty-state'
import { LoadingRows } from '../../ui/loading-rows'
import { CheckpointDetail } from './checkpoint-detail'
import { CheckpointView, type ShowTranscript } from './checkpoint-view'
import { labelWords } from './checkpoint-words'
import { useComparePoints } from './compare-points'
import { CreateCheckpoint } from './create-checkpoint'
import { KeepCopy } from './keep-copy'
import { NowRow } from './now-row'
import { type Origin, OriginFilter } from './origin-filter'
import { TaskLists } from './task-lists'
import { Timeline } from './timeline'
import { TimelineHints } from './timeline-hints'

interface TabProps {
  session: SessionRef
  details: SessionDetails
  showTranscript: ShowTranscript
}

/** The points that a session can be put back to, newest first, with what the chosen one is. */
export function CheckpointsTab({ session, details, showTranscript }: TabProps) {
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
      <EmptyState
        icon={Gem}
        title="This session has no checkpoints"
        action={
          <span className="flex flex-wrap justify-center gap-8">
            <CreateCheckpoint session={session} details={details} />
            <KeepCopy session={details.session} />
          </span>
        }
      >
        The agent made none, or has removed them.
      </EmptyState>
    )
  }
  return <Chooser session={session} details={details} showTranscript={showTranscript} checkpoints={value.checkpoints} />
}

/** The checkpoint that was asked for from another place, if it is one of these. */
function checkpointWanted(session: SessionRef, all: readonly Checkpoint[]): Checkpoint | undefined {
  const { lookAt } = useNavigation.getState()
  return lookAt && sameSession(lookAt, session) ? all.find(({ id }) => id === lookAt.checkpoint) : undefined
}

interface ChooserProps extends TabProps {
  checkpoints: readonly Checkpoint[]
}

function Chooser({ session, details, showTranscript, checkpoints: all }: ChooserProps) {
  const [wanted] = useState(() => checkpointWanted(session, all))
  const [id, setId] = useState<string | null>(wanted?.id ?? null)
  const [origin, setOrigin] = useState<Origin>('all')
  const some = origin === 'all' ? all : all.filter((each) => each.origin === origin)
  // The last one of its kind may have gone meanwhile.
  const checkpoints = some.length > 0 ? some : all
  const [viewed, setViewed] = useState<Checkpoint | null>(wanted?.valid ? wanted : null)
  useEffect(() => useNavigation.getState().looked(), [])
  const { agent, title } = details.session
  const canDelete = useCanPlan(agent, 'delete-checkpoint')
  const canFork = useCanPlan(agent, 'fork')
  const canOpen = useLibraryStore((state) => state.opensCheckpoints.includes(agent))
  const open = useRestore((state) => state.open)
  const points = useComparePoints(details.session)
  const at = Math.max(
    0,
    checkpoints.findIndex((each) => each.id === id)
  )
  const chosen = checkpoints[at]
  const restore = () => {
    if (chosen?.restorable) {
      open({ kind: 'restore', session, agent, title, checkpoint: chosen.id, label: chosen.label, at: chosen.at })
    }
  }
  const remove = (checkpoint: Checkpoint) =>
    open({
      ...{ kind: 'change', agent, title },
      change: { kind: 'delete-checkpoint', session, checkpoint: checkpoint.id },
      heading: `Delete the checkpoint “${labelWords(checkpoint)}”`,
      aim: `of “${title}”`
    })
  const fork = (copy: Checkpoint) => open(forkOfCopy(details.session, { id: copy.id, name: labelWords(copy) }))
  const compare = chosen && points.compareOf(chosen)
  useEffect(() => {
    const move = (by: number) => () => setId(checkpoints[at + by]?.id ?? checkpoints[at]?.id ?? null)
    // Newest first: the previous one in time is the next in the list.
    const offers = [
      offerCommand('checkpoint.previous', move(1)),
      offerCommand('checkpoint.next', move(-1)),
      offerCommand('restore.plan', restore),
      ...(compare ? [offerCommand('compare.now', compare)] : [])
    ]
    return () => {
      for (const end of offers) end()
    }
  })
  if (!chosen) return null
  if (viewed) {
    const back = () => setViewed(null)
    return (
      <CheckpointView
        key={viewed.id}
        session={session}
        checkpoint={viewed}
        showTranscript={showTranscript}
        onBack={back}
      />
    )
  }
  // What Reprise kept lies in its own vault: it can be opened whatever the agent's own checkpoints hold, and goes by the vault's rules.
  const own = chosen.origin === 'agent'
  return (
    <div className="flex h-full max-narrow:flex-col">
      <div className="flex w-320 flex-none flex-col border-e border-line max-narrow:h-2/5 max-narrow:w-full max-narrow:border-e-0 max-narrow:border-b">
        <div className="flex flex-none flex-wrap items-center gap-8 px-12 pt-10 empty:hidden max-narrow:px-20">
          <OriginFilter checkpoints={all} value={some.length > 0 ? origin : 'all'} onChange={setOrigin} />
          <span className="ms-auto hidden gap-6 empty:hidden max-narrow:flex">
            <CreateCheckpoint session={session} details={details} />
            <KeepCopy session={details.session} />
          </span>
        </div>
        <NowRow session={details.session}>
          <CreateCheckpoint session={session} details={details} />
          <KeepCopy session={details.session} />
        </NowRow>
        <Timeline checkpoints={checkpoints} chosen={chosen.id} onChoose={setId} onRestore={restore} points={points} />
        {chosen.restorable && <TimelineHints />}
      </div>
      <CheckpointDetail
        checkpoint={chosen}
        agent={agent}
        onRestore={restore}
        onCompare={compare}
        compareWords={points.marked && !points.isMarked(chosen) ? 'Compare with the marked one' : 'Compare with now'}
        onOpen={chosen.valid && (canOpen || !own) ? () => setViewed(chosen) : undefined}
        onFork={!own && chosen.restorable && canFork ? () => fork(chosen) : undefined}
        onDelete={own && canDelete ? () => remove(chosen) : undefined}
      >
        <TaskLists session={session} />
      </CheckpointDetail>
    </div>
  )
}
