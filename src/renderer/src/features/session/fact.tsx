import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon'

/** One fact of a session with its sign. */
export function Fact({
  icon,
  sign,
  title,
  children
}: {
  icon?: LucideIcon
  sign?: ReactNode
  title?: string | undefined
  children: ReactNode
}) {
  return (
    <span title={title} className="inline-flex min-w-0 items-center gap-6 whitespace-nowrap">
      {icon ? <Icon of={icon} size={14} className="text-text-3" /> : sign}
      {children}
    </span>
  )
}
