import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes'
import { Icon } from './icon'

const looks = {
  quiet:
    'bg-hover text-text-2 group-hover:bg-[color-mix(in_srgb,var(--text)_9%,transparent)] group-aria-selected:bg-[color-mix(in_srgb,var(--text)_9%,transparent)]',
  line: 'text-text-2 shadow-[inset_0_0_0_1px_var(--line-2)]',
  green: 'bg-green-soft text-green',
  amber: 'bg-amber-soft text-amber',
  red: 'bg-red-soft text-red',
  accent: 'bg-accent-soft text-accent'
}

/** A short word about a thing. Colour only repeats what the word says. */
export function Badge({
  look = 'quiet',
  icon,
  children
}: {
  look?: keyof typeof looks
  icon?: LucideIcon
  children: ReactNode
}) {
  return (
    <span
      className={classes(
        'inline-flex h-18 items-center gap-4 rounded-badge px-6 text-small leading-none whitespace-nowrap',
        looks[look]
      )}
    >
      {icon && <Icon of={icon} size={12} />}
      {children}
    </span>
  )
}
