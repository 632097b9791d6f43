import type { Progress } from '@shared/ipc/operation-kinds'
import { type Ref, useEffect } from 'react'
import { useAnnouncer } from '../../state/announcer-store'
import { useRestore } from '../../state/restore-store'
import { Button } from '../../ui/button'
import { ProgressBar } from '../../ui/progress-bar'
import { count } from '../../words/numbers'

/** How far it is, in place of the buttons. Closing waits: a restore always ends in one of two states, and says in which. */
export function ApplyingFooter({ progress, safe }: { progress: Progress | null; safe: Ref<HTMLButtonElement> }) {
  const cancel = useRestore((state) => state.cancel)
  const say = useAnnouncer((state) => state.say)
  const doing = progress?.doing ?? 'Starting'
  const cancellable = progress?.cancellable !== false
  useEffect(() => say(doing), [doing, say])
  return (
    <>
      <div className="min-w-0 flex-1 pe-12">
        <p className="flex items-baseline gap-12 pb-4 text-second">
          <span className="font-medium">{doing}</span>
          {progress?.total != null && (
            <span className="text-text-2 tabular-nums">
              {count(progress.done)} of {count(progress.total)}
            </span>
          )}
          <span className="trunc ms-auto text-text-3">
            {cancellable ? 'Nothing has been changed yet.' : 'If anything fails now, everything is put back.'}
          </span>
        </p>
        <ProgressBar label={doing} done={progress?.done ?? 0} total={progress?.total ?? null} />
      </div>
      <Button
        ref={safe}
        size="large"
        // A button that is switched off while it has the focus would lose it.
        aria-disabled={!cancellable}
        className={cancellable ? '' : 'text-text-3'}
        onClick={() => cancellable && cancel()}
      >
        Cancel
      </Button>
    </>
  )
}
