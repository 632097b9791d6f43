import type { Progress } from '@shared/ipc/operation-kinds'
import { useEffect } from 'react'
import { useAnnouncer } from '../../state/announcer-store'
import { ProgressBar } from '../../ui/progress-bar'
import { count } from '../../words/numbers'

/** How far it is. Closing waits: a restore always ends in one of two states, and says in which. */
export function ApplyingView({ progress }: { progress: Progress | null }) {
  const say = useAnnouncer((state) => state.say)
  const doing = progress?.doing ?? 'Starting'
  useEffect(() => say(doing), [doing, say])
  return (
    <div className="px-20 pt-8 pb-24">
      <p className="flex items-baseline justify-between pb-8">
        <span className="font-medium">{doing}</span>
        {progress?.total != null && (
          <span className="text-text-2 tabular-nums">
            {count(progress.done)} of {count(progress.total)}
          </span>
        )}
      </p>
      <ProgressBar label={doing} done={progress?.done ?? 0} total={progress?.total ?? null} />
      <p className="mt-10 text-second text-text-3">
        {progress?.cancellable === false
          ? 'It can no longer be cancelled. If anything fails now, everything is put back.'
          : 'Nothing has been changed yet.'}
      </p>
    </div>
  )
}
