import { PenLine } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLease } from '../../state/lease-store'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { clockTime } from '../../words/calendar'

/** A write is mostly over in less than this, in ms; nobody has to be told of it. */
const worthTelling = 1_200

/** Says calmly that another Reprise is writing, so that this window only reads until it is done. */
export function LeaseBar() {
  const view = useLease((state) => state.view)
  const ask = useLease((state) => state.ask)
  const other = view?.state === 'other' ? view : null
  const late = useLasting(other === null ? null : other.epoch)
  if (!other || !late) return null
  return (
    <section
      aria-label="Who is writing"
      role="status"
      className="flex flex-none items-center gap-8 border-b border-line bg-amber-soft px-16 py-4 text-second"
    >
      <Icon of={PenLine} size={14} className="text-amber" />
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        Another Reprise ({other.holder}) is writing{other.since === null ? '' : ` since ${clockTime(other.since)}`}.
        Until it is done, this window only reads.
      </span>
      <Button size="small" look="ghost" onClick={ask}>
        Take over writing…
      </Button>
    </section>
  )
}

/** Whether the same thing has been the case for long enough. */
function useLasting(what: number | null): boolean {
  const [lasted, setLasted] = useState<number | null>(null)
  useEffect(() => {
    if (what === null) return
    const timer = setTimeout(() => setLasted(what), worthTelling)
    return () => clearTimeout(timer)
  }, [what])
  return what !== null && lasted === what
}
