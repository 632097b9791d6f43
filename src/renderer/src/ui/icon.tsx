import type { LucideIcon } from 'lucide-react'

/** A line icon. It is hidden from assistive technology: a name stands beside it or on its button. */
export function Icon({ of: Shape, size = 16, className }: { of: LucideIcon; size?: number; className?: string }) {
  return (
    <Shape
      size={size}
      strokeWidth={size <= 14 ? 2 : 1.75}
      absoluteStrokeWidth={false}
      aria-hidden
      className={`block flex-none ${className ?? ''}`}
    />
  )
}
