import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes'
import { Icon } from './icon'

interface FoldProps {
  title: ReactNode
  open: boolean
  onToggle: (open: boolean) => void
  children: ReactNode
  className?: string
}

/** A line that opens to more. */
export function Fold({ title, open, onToggle, children, className }: FoldProps) {
  return (
    <div className={className}>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => onToggle(!open)}
        className="inline-flex min-h-20 max-w-full items-center gap-6 rounded-badge text-second text-text-3 hover:text-text-2"
      >
        <Chevron open={open} />
        {title}
      </button>
      {open && children}
    </div>
  )
}

/** The sign of a fold: to the side when closed, down when open. */
export function Chevron({ open }: { open: boolean }) {
  return (
    <Icon of={ChevronRight} size={13} className={classes('transition-transform duration-80', open && 'rotate-90')} />
  )
}
