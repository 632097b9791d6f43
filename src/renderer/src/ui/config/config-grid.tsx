import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { useSettings } from '../../state/settings-store'
import { ConfigRowView } from './config-row-view'
import { type ConfigRow, foldOf } from './config-rows'
import { levelOf, useTreeCursor } from './use-tree-cursor'

interface ConfigGridProps {
  rows: readonly ConfigRow[]
  onToggle: (id: string, open: boolean) => void
}

const heights = { document: 34, finding: 90, group: 29, entry: 29 }

/** Documents, groups and values as one tree, of which only the rows in view exist. */
export function ConfigGrid({ rows, onToggle }: ConfigGridProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const letters = useSettings((state) => state.settings.singleLetterKeys)
  const cursor = useTreeCursor(rows, scroller, {
    letters,
    page: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / heights.entry) - 1),
    scrollTo: (index) => virtual.scrollToIndex(index, { align: 'auto' }),
    toggle: onToggle
  })
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heights[rows[index]?.kind ?? 'entry'],
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 12,
    // The row with the keys stays in the page, wherever the person scrolls.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), cursor.at])].sort((a, b) => a - b)
  })
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows fold is a treegrid
        role="treegrid"
        aria-label="Configuration"
        aria-rowcount={rows.length}
        aria-readonly="true"
        onKeyDown={cursor.press}
        className="block"
      >
        <tbody className="relative block w-full" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index]
            if (!row) return null
            const open = foldOf(row)
            return (
              <tr
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                aria-level={levelOf(row)}
                aria-rowindex={item.index + 1}
                {...(open === null ? {} : { 'aria-expanded': open })}
                tabIndex={item.index === cursor.at ? 0 : -1}
                onFocus={() => cursor.setId(row.id)}
                onClick={() => open !== null && onToggle(row.id, !open)}
                className="absolute inset-x-0 top-0 flex min-h-29 items-center border-b border-line outline-offset-[-2px]"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <ConfigRowView row={row} />
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
