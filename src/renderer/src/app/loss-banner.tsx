import type { SessionRef } from '@shared/domain/session'
import { CircleAlert } from 'lucide-react'
import { useAnswer } from '../state/answer'
import { useSessionRevision } from '../state/library-store'
import { useNavigation } from '../state/navigation-store'
import { useNow } from '../state/now'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'
import { fullDate, moment } from '../words/calendar'
import { counted } from '../words/numbers'
import { folderWords } from '../words/paths'
import type { Loss } from './use-loss'

/** Says that the session in view went away or cannot be read any more: what is shown is from before. */
export function LossBanner({ session, loss }: { session: SessionRef; loss: Loss }) {
  const now = useNow()
  const close = useNavigation((state) => state.close)
  const setTab = useNavigation((state) => state.setTab)
  const { value: points } = useAnswer('checkpoints.list', { session }, useSessionRevision(session))
  const usable = points?.restorable ?? 0
  return (
    <div
      role="status"
      className="flex flex-none flex-wrap items-center gap-x-8 gap-y-4 border-b border-line bg-amber-soft px-20 py-6 text-second"
    >
      <Icon of={CircleAlert} size={14} className="text-amber" />
      <span className="min-w-0 flex-1 basis-240 [overflow-wrap:anywhere]">
        {loss.kind === 'gone' ? 'This session is gone' : 'This session cannot be read any more'}
        {loss.place && (
          <>
            {' '}
            from <span title={loss.place}>{folderWords(loss.place)}</span>
          </>
        )}{' '}
        since <time title={fullDate(loss.since)}>{moment(loss.since, now)}</time>; what you see was read before.{' '}
        {usable > 0
          ? `${counted(usable, 'checkpoint')} can bring it back.`
          : loss.kind === 'gone' && 'No checkpoint of it is known that could bring it back.'}
      </span>
      {points !== undefined && points.total > 0 && (
        <Button size="small" onClick={() => setTab('checkpoints')}>
          Show its checkpoints
        </Button>
      )}
      <Button size="small" look="ghost" onClick={close}>
        Close
      </Button>
    </div>
  )
}
