import { useAnnouncer } from '../state/announcer-store'

/** Heard, not seen: progress and results that come without a change of focus. */
export function LiveRegions() {
  const { polite, urgent } = useAnnouncer()
  return (
    <div className="sr-only">
      <div role="status" aria-live="polite">
        {polite}
      </div>
      <div role="alert" aria-live="assertive">
        {urgent}
      </div>
    </div>
  )
}
