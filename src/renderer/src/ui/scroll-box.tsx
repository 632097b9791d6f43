import { type ReactNode, useEffect, useRef, useState } from 'react'

interface ScrollBoxProps {
  /** Its name when it is reached by keyboard. */
  label: string
  className?: string
  children: ReactNode
}

/** A box whose content may be wider or higher than it. Only then is it a tab stop, so that the arrow keys can scroll it. */
export function ScrollBox({ label, className, children }: ScrollBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () =>
      setScrolls(element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    measure()
    return () => observer.disconnect()
  }, [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div
      ref={box}
      role="group"
      aria-label={label}
      tabIndex={scrolls ? 0 : undefined}
      className={`outline-offset-[-2px] ${className ?? ''}`}
    >
      {children}
    </div>
  )
}
