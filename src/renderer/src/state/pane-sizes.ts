import { create } from 'zustand'
import type { WidthClass } from './width-class'

export type Pane = 'rail' | 'list' | 'outline'

/** Smallest, first and largest width of each pane in pixels. */
export const paneLimits: Readonly<Record<Pane, { min: number; first: number; max: number }>> = {
  rail: { min: 180, first: 228, max: 320 },
  list: { min: 260, first: 372, max: 560 },
  outline: { min: 140, first: 188, max: 340 }
}
const firstListWidth: Readonly<Record<WidthClass, number>> = { wide: 372, medium: 320, narrow: 284 }

type Sizes = Readonly<Record<string, number>>
const stored = 'reprise.pane-sizes'

interface PaneSizes {
  readonly sizes: Sizes
  resize(pane: Pane, width: WidthClass, size: number): void
}

function read(): Sizes {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(stored) ?? '{}')
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(
      Object.entries(value).filter((pair): pair is [string, number] => typeof pair[1] === 'number')
    )
  } catch {
    // Spoiled or unavailable storage only means that the panes start at their first widths.
    return {}
  }
}

/** Widths of the panes, remembered per width class of the window. */
export const usePaneSizes = create<PaneSizes>((set, get) => ({
  sizes: read(),
  resize: (pane, width, size) => {
    const sizes = { ...get().sizes, [`${width}.${pane}`]: size }
    set({ sizes })
    try {
      localStorage.setItem(stored, JSON.stringify(sizes))
    } catch {
      // Not remembered; the pane still has its new width.
    }
  }
}))

export function usePaneSize(pane: Pane, width: WidthClass): number {
  const size = usePaneSizes((state) => state.sizes[`${width}.${pane}`])
  const { min, max, first } = paneLimits[pane]
  return Math.min(max, Math.max(min, size ?? (pane === 'list' ? firstListWidth[width] : first)))
}
