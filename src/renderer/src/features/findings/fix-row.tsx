import type { Fix } from '@shared/domain/repair'
import { Checkbox } from '../../ui/checkbox'
import { counted } from '../../words/numbers'
import { fixElement } from './fix-for'

interface FixRowProps {
  fix: Fix
  chosen: boolean
  onChange: (chosen: boolean) => void
}

/** One mending with a box to tick: what it does, why, where, and what goes by it. */
export function FixRow({ fix, chosen, onChange }: FixRowProps) {
  const { title, why, places, where, loses } = fix
  return (
    <li id={fixElement(fix)} className="flex items-start gap-8 px-12 py-10">
      <Checkbox label={title} checked={chosen} onChange={onChange} />
      <div className="read-text min-w-0 flex-1 pt-2">
        <p className="font-medium [overflow-wrap:anywhere]">
          {title}
          {places > 1 && <span className="font-normal text-text-3"> · {counted(places, 'place')}</span>}
        </p>
        <p className="mt-2 max-w-[68ch] text-second text-text-2">{why}</p>
        {loses && <p className="mt-2 text-second text-amber">Lost by it: {loses}.</p>}
        {where.map((place) => (
          <p key={place} className="mt-2 font-mono text-[11.5px] [overflow-wrap:anywhere] text-text-3">
            {place}
          </p>
        ))}
      </div>
    </li>
  )
}
