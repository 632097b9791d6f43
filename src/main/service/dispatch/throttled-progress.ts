import type { Progress } from '@shared/ipc/operation-kinds'

const everyMs = 100

/**
 * Passes on at most one report in `everyMs`, the newest one. A report that changes whether the job can be cancelled goes out at once, since
 * a button depends on it.
 */
export function throttledProgress(send: (progress: Progress) => void): {
  report: (progress: Progress) => void
  flush: () => void
} {
  let sentAt = Number.NEGATIVE_INFINITY
  let cancellable = true
  let waiting: Progress | null = null
  const send_ = (progress: Progress) => {
    waiting = null
    sentAt = Date.now()
    cancellable = progress.cancellable
    send(progress)
  }
  return {
    report(progress) {
      if (progress.cancellable !== cancellable || Date.now() - sentAt >= everyMs) send_(progress)
      else waiting = progress
    },
    flush() {
      if (waiting) send_(waiting)
    }
  }
}
