import type { SessionSummary } from '@shared/domain/session'
import { CircleDot } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNow } from '../../state/now'
import { Icon } from '../../ui/icon'
import { fullDate, moment } from '../../words/calendar'
import { counted } from '../../words/numbers'
import { timelineLine } from './timeline-line'

/** Where the timeline begins: the session as it is, which is no checkpoint. */
export function NowRow({ session, children }: { session: SessionSummary; children?: ReactNode }) {
  const now = useNow()
  const { updatedAt, entries, state } = session
  return (
    <div className={`mx-8 mt-8 flex flex-none items-start max-narrow:hidden gap-10 px-12 py-9 ${timelineLine}`}>
      <Icon of={CircleDot} size={14} className="mt-3 text-text-3" />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-8">
          <span className="trunc min-w-0 flex-1 font-medium">
            {state === 'gone' ? 'Now: the session is gone' : 'Now, as stored on disk'}
          </span>
          {updatedAt !== null && (
            <time title={fullDate(updatedAt)} className="flex-none text-small text-text-3 tabular-nums">
              {moment(updatedAt, now)}
            </time>
          )}
        </div>
        {entries !== null && <div className="text-second text-text-3">{counted(entries, 'entry', 'entries')}</div>}
        {children && <div className="mt-6 flex flex-wrap gap-6 empty:hidden">{children}</div>}
      </div>
    </div>
  )
}
