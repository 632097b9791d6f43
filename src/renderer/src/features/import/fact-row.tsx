import type { LucideIcon } from 'lucide-react'
import { Icon } from '../../ui/icon'

interface FactRowProps {
  icon: LucideIcon
  tone?: string
  words: string
  /** At the end of the row: a count, or what it means. */
  more?: string
}

/** One line of a list of facts. */
export function FactRow({ icon, tone = 'text-text-3', words, more }: FactRowProps) {
  return (
    <li className="flex items-start gap-8 border-b border-line px-10 py-6 last:border-b-0">
      <Icon of={icon} size={15} className={`mt-2 flex-none ${tone}`} />
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{words}</span>
      {more && <span className="max-w-[45%] flex-none text-end text-second text-text-2">{more}</span>}
    </li>
  )
}

export const factBox = 'rounded-control border border-line'
