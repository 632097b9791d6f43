import type { Checkpoint } from '@shared/domain/checkpoint'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useSettings } from '../../state/settings-store'
import type { ComparePoints } from './compare-points'
import { TimelineRow } from './timeline-row'

interface TimelineProps {
  checkpoints: readonly Checkpoint[]
  chosen: string
  onChoose: (id: string) => void
  /** Enter on a checkpoint. */
  onRestore: () => void
  points: ComparePoints
}

/** The checkpoints, newest first, as one tab stop. */
export function Timeline({ checkpoints, chosen, onChoose, onRestore, points }: TimelineProps) {
  const list = useRef<HTMLDivElement>(null)
  const letters = useSettings((state) => state.settings.singleLetterKeys)
  const at = checkpoints.findIndex(({ id }) => id === chosen)
  const virtual = useVirtualizer({
    count: checkpoints.length,
    getScrollElement: () => list.current,
    estimateSize: () => 58,
    getItemKey: (index) => checkpoints[index]?.id ?? index,
    overscan: 10,
    paddingStart: 2,
    paddingEnd: 8,
    // The chosen row stays in the page: the list names it as the one in use.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), Math.max(0, at)])].sort((a, b) => a - b)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another choice moves the list
  useEffect(() => virtual.scrollToIndex(Math.max(0, at), { align: 'auto' }), [chosen])
  useEffect(() => {
    // A tab that was chosen by its keys took the place that had the focus with it.
    if (document.activeElement === document.body) list.current?.focus()
  }, [])
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const key = letters ? ({ j: 'ArrowDown', k: 'ArrowUp' }[event.key] ?? event.key) : event.key
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: checkpoints.length - 1 }[key]
    if (next !== undefined) {
      event.preventDefault()
      const target = checkpoints[Math.max(0, Math.min(checkpoints.length - 1, next))]
      if (target) onChoose(target.id)
    } else if (key === ' ') {
      event.preventDefault()
      const target = checkpoints[at]
      if (target?.valid) points.mark(target)
    } else if (key === 'Enter') {
      event.preventDefault()
      onRestore()
    }
  }
  return (
    <div
      ref={list}
      role="listbox"
      tabIndex={0}
      aria-label="Checkpoints, newest first"
      aria-activedescendant={optionId(chosen)}
      onKeyDown={press}
      className="group/list min-h-0 flex-1 overflow-y-auto px-8 outline-none"
    >
      <div role="presentation" className="relative w-full" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const checkpoint = checkpoints[item.index]
          if (!checkpoint) return null
          return (
            <div
              key={item.key}
              role="presentation"
              ref={virtual.measureElement}
              data-index={item.index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <TimelineRow
                checkpoint={checkpoint}
                chosen={checkpoint.id === chosen}
                marked={points.isMarked(checkpoint)}
                elementId={optionId(checkpoint.id)}
                position={item.index + 1}
                total={checkpoints.length}
                onChoose={() => onChoose(checkpoint.id)}
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}

const optionId = (id: string) => `checkpoint-${id}`
