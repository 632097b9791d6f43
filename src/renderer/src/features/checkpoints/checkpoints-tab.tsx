import type { Checkpoint } from '@shared/domain/checkpoint'
import type { SessionRef } from '@shared/domain/session'
import { Bookmark, Gem, type LucideIcon, Shield } from 'lucide-react'
import { useAnswer } from '../../state/answer'
import { useSessionRevision } from '../../state/library-store'
import { useNow } from '../../state/now'
import type { SessionDetails } from '../../state/open-session-store'
import { Badge } from '../../ui/badge'
import { EmptyState } from '../../ui/empty-state'
import { Icon } from '../../ui/icon'
import { LoadingRows } from '../../ui/loading-rows'
import { fullDate, moment } from '../../words/calendar'
import { counted } from '../../words/numbers'

const signs: Readonly<Record<Checkpoint['origin'], LucideIcon>> = { agent: Gem, reprise: Bookmark, safety: Shield }

/** The points that a session can be put back to, newest first. */
export function CheckpointsTab({ session }: { session: SessionRef; details: SessionDetails }) {
  const revision = useSessionRevision(session)
  const { value, error } = useAnswer('checkpoints.list', { session }, revision)
  const now = useNow()
  if (error && !value)
    return (
      <EmptyState icon={Gem} title={error.message}>
        {error.advice}
      </EmptyState>
    )
  if (!value) return <LoadingRows count={4} height={40} label="Loading checkpoints" />
  if (value.checkpoints.length === 0) {
    return <EmptyState icon={Gem} title="This session has no checkpoints" />
  }
  return (
    <ol aria-label="Checkpoints" className="h-full overflow-y-auto px-20 py-12">
      {value.checkpoints.map((checkpoint) => (
        <li key={checkpoint.id} className="flex items-start gap-10 border-line py-8 not-last:border-b">
          <Icon of={signs[checkpoint.origin]} size={14} className="mt-3 text-text-3" />
          <div className="min-w-0 flex-1">
            <div className="font-medium">{checkpoint.label || 'No label'}</div>
            <div className="text-second text-text-3">{holds(checkpoint)}</div>
            {checkpoint.findings.map((finding) => (
              <div key={`${finding.code} ${finding.what}`} className="text-second text-text-2">
                {finding.what}
              </div>
            ))}
          </div>
          {!checkpoint.valid && <Badge look="red">not accepted by the agent</Badge>}
          {checkpoint.valid && !checkpoint.restorable && <Badge look="line">view only</Badge>}
          {checkpoint.at !== null && (
            <time title={fullDate(checkpoint.at)} className="text-small text-text-3 tabular-nums">
              {moment(checkpoint.at, now)}
            </time>
          )}
        </li>
      ))}
    </ol>
  )
}

function holds({ holds: held }: Checkpoint): string {
  const parts = [
    typeof held.messages === 'number' && counted(held.messages, 'message'),
    typeof held.tasks === 'number' && counted(held.tasks, 'task'),
    typeof held.files === 'number' && counted(held.files, 'file'),
    held.config && 'configuration'
  ].filter(Boolean)
  return [held.kind, ...parts].join(', ')
}
