import { type KeyboardEvent, type PointerEvent, useRef } from 'react'

interface ResizeHandleProps {
  label: string
  size: number
  min: number
  max: number
  /** The size is that of the pane behind the edge, not before it: moving to the start makes it larger. */
  reversed?: boolean
  onResize: (size: number) => void
}

/** The start edge of a pane, to drag or to move with the arrow keys. The pane is positioned. */
export function ResizeHandle({ label, size, min, max, reversed, onResize }: ResizeHandleProps) {
  const drag = useRef<{ x: number; size: number } | null>(null)
  const set = (next: number) => onResize(Math.round(Math.min(max, Math.max(min, next))))
  const sign = (reversed ? -1 : 1) * (document.dir === 'rtl' ? -1 : 1)
  const move = (event: PointerEvent) => {
    if (drag.current) set(drag.current.size + sign * (event.clientX - drag.current.x))
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -16, ArrowRight: 16 }[event.key]
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    set(size + sign * step)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be moved; this is the window splitter pattern
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={size}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onPointerDown={(event) => {
        drag.current = { x: event.clientX, size }
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={move}
      onPointerUp={() => {
        drag.current = null
      }}
      onKeyDown={press}
      className="absolute inset-y-0 start-0 z-10 w-6 cursor-col-resize touch-none after:absolute after:inset-y-0 after:start-0 after:w-2 hover:after:bg-line-2 focus-visible:outline-none focus-visible:after:bg-ring"
    />
  )
}
