import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icon'

/** Says what was looked for and where, and offers one useful action. */
export function EmptyState({
  icon,
  title,
  children,
  action
}: {
  icon: LucideIcon
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="flex flex-col items-center gap-4 px-24 py-56 text-center">
      <Icon of={icon} size={24} className="mb-8 text-text-3" />
      <p className="font-medium">{title}</p>
      {children && <div className="max-w-420 text-second text-text-2">{children}</div>}
      {action && <div className="mt-12">{action}</div>}
    </div>
  )
}
