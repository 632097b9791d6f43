import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes'
import { Icon } from './icon'

const looks = { quiet: 'bg-raised text-text-2', amber: 'bg-amber-soft text-text', red: 'bg-red-soft text-text' }
const tones = { quiet: 'text-text-3', amber: 'text-amber', red: 'text-red' }

/** One remark beside the content, never in front of it. */
export function Note({
  icon,
  look = 'quiet',
  children,
  action
}: {
  icon: LucideIcon
  look?: keyof typeof looks
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={classes('flex gap-10 rounded-card px-12 py-10 text-table', looks[look])}>
      <Icon of={icon} size={14} className={`mt-3 ${tones[look]}`} />
      <div className="read-text min-w-0 flex-1">{children}</div>
      {action}
    </div>
  )
}
