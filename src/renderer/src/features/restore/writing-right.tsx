import { PenLine } from 'lucide-react'
import { useLease } from '../../state/lease-store'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { clockTime } from '../../words/calendar'

/** Says beforehand that another Reprise is writing, and offers to take over; nothing while nobody does. */
export function WritingRight() {
  const view = useLease((state) => state.view)
  const ask = useLease((state) => state.ask)
  if (view?.state !== 'other') return null
  return (
    <section className="border-b border-line px-20 pt-14 pb-14">
      <h3 className="flex items-center gap-8 pb-4 font-semibold">
        <Icon of={PenLine} size={14} className="text-amber" />
        Another Reprise is writing
      </h3>
      <p className="text-second text-text-2 [overflow-wrap:anywhere]">
        {view.holder}
        {view.since === null ? '' : `, since ${clockTime(view.since)}`}. This starts only when it is done, or was taken
        over.
      </p>
      <Button size="small" className="mt-8" onClick={ask}>
        Take over writing…
      </Button>
    </section>
  )
}
