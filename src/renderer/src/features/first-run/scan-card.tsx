import { useEffect, useRef, useState } from 'react'
import { useAnnouncer } from '../../state/announcer-store'
import { run } from '../../state/bridge'
import { useLibraryStore } from '../../state/library-store'
import { Button } from '../../ui/button'
import { ProgressBar } from '../../ui/progress-bar'
import { count } from '../../words/numbers'

/** How far the reading is. Cancelling keeps what has been read. */
export function ScanCard() {
  const scan = useLibraryStore((state) => state.scan)
  const { cancel, cancelled } = useJoinedScan()
  useQuarters(scan?.done ?? 0, scan?.total ?? null)
  return (
    <div className="mt-22 rounded-card border border-line px-16 pt-14 pb-16">
      <div className="flex items-center gap-8">
        <span className="font-medium">{cancelled ? 'Stopping' : 'Reading sessions'}</span>
        {scan?.total != null && (
          <span className="text-text-2 tabular-nums">
            {count(scan.done)} of {count(scan.total)}
          </span>
        )}
        <span className="flex-1" />
        <span className="trunc text-second text-text-3">{scan?.doing}</span>
        <Button size="small" disabled={cancelled} onClick={cancel}>
          Cancel
        </Button>
      </div>
      <div className="mt-10">
        <ProgressBar label="Reading sessions" done={scan?.done ?? 0} total={scan?.total ?? null} />
      </div>
      <p className="mt-9 text-second text-text-3">
        You can open sessions as soon as they are listed. What has been read is kept when you cancel.
      </p>
    </div>
  )
}

/** Joins the scan that the service started by itself, so that it can be cancelled from here. */
function useJoinedScan(): { cancel: () => void; cancelled: boolean } {
  const job = useRef<ReturnType<typeof run<'scan.run'>> | null>(null)
  const [cancelled, setCancelled] = useState(false)
  useEffect(() => {
    job.current ??= run('scan.run', {}, () => undefined)
  }, [])
  return {
    cancelled,
    cancel: () => {
      setCancelled(true)
      job.current?.cancel()
    }
  }
}

/** Says a quarter, a half, three quarters and the end. */
function useQuarters(done: number, total: number | null): void {
  const say = useAnnouncer((state) => state.say)
  const quarter = total ? Math.floor((done / total) * 4) : 0
  useEffect(() => {
    if (quarter > 0) say(`${quarter * 25} percent of the sessions have been read`)
  }, [quarter, say])
}
