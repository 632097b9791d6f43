import type { ComparePart, DiffRow as Row } from '@shared/domain/diff'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { UnfoldVertical } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useCompare } from '../../state/compare-store'
import { useWidthClass } from '../../state/width-class'
import { Icon } from '../../ui/icon'
import { LoadingRows } from '../../ui/loading-rows'
import { counted } from '../../words/numbers'
import { DiffRow } from './diff-row'
import { opensByItself } from './diff-words'
import { keysOf, useListFocus, useSteps } from './list-moves'
import { type DiffRows, useDiffRows } from './use-diff-rows'
import { changeFrom, type Visible, visibleRows } from './visible-rows'

interface DiffListProps {
  id: string
  part: ComparePart
  /** Rows that changed; with few of them each shows at once what differs in it. */
  changed: number
  onGone: () => void
}

/** Parts in which what stands beside a change belongs to it. */
const ordered: ReadonlySet<ComparePart> = new Set(['transcript', 'tasks'])

/** Changed rows up to here are open from the beginning. */
const fewChanged = 5

/** The items of one part in order, the unchanged ones folded away. One tab stop; the keys move in it. */
export function DiffList({ id, part, changed, onGone }: DiffListProps) {
  const rows = useDiffRows(id, part, onGone)
  if (rows.runs === null) return <LoadingRows count={6} height={28} label="Loading the difference" />
  return <Rows key={part} id={id} part={part} rows={rows} runs={rows.runs} few={changed <= fewChanged} />
}

interface RowsProps extends Pick<DiffListProps, 'id' | 'part'> {
  rows: DiffRows
  runs: readonly number[]
  few: boolean
}

function Rows({ id, part, rows, runs, few }: RowsProps) {
  const list = useRef<HTMLDivElement>(null)
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set())
  /** Rows that a person opened or closed; the others are as they are by themselves. */
  const [opened, setOpened] = useState<ReadonlyMap<number, boolean>>(new Map())
  const [at, setAt] = useState(0)
  const visible = useMemo(() => visibleRows(runs, unfolded, ordered.has(part) ? undefined : 0), [runs, unfolded, part])
  const narrow = useWidthClass() === 'narrow'
  const layout = useCompare((state) => state.layout)
  const virtual = useVirtualizer({
    count: visible.length,
    getScrollElement: () => list.current,
    estimateSize: () => 29,
    getItemKey: (index) => keyOf(visible[index]),
    overscan: 15,
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), at])].sort((a, b) => a - b)
  })
  const items = virtual.getVirtualItems()
  const inView = items.flatMap(({ index }) => indexOf(visible[index]))
  const wanted = inView.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` stands for the rows in view
  useEffect(() => rows.want(inView), [wanted, rows.want])
  const isOpen = (row: Extract<Visible, { kind: 'row' }>) => opened.get(row.index) ?? (few && opensByItself(row.change))
  const focus = useListFocus(list, visible.length, (index) => virtual.scrollToIndex(index, { align: 'auto' }))
  /** Where the keys are; null before they have been in the list. Known at once, while the focus comes a moment later. */
  const place = useRef<number | null>(null)
  const be = (index: number) => {
    place.current = index
    setAt(index)
  }
  const go = (index: number) => {
    be(index)
    focus.now(index)
  }
  const step = (by: 1 | -1) => {
    const next = changeFrom(visible, place.current ?? (by === 1 ? -1 : visible.length), by)
    if (next !== null) go(next)
  }
  useSteps(step)
  return (
    <div ref={list} className="min-h-0 flex-1 overflow-y-auto">
      <ul
        aria-label="Differences"
        onKeyDown={keysOf(visible.length, place.current ?? at, go, step)}
        className="relative w-full border-b border-line"
        style={{ height: virtual.getTotalSize() }}
      >
        {items.map(({ index, key, start }) => {
          const each = visible[index]
          if (!each) return null
          const row = each.kind === 'row' ? rows.row(each.index) : undefined
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              aria-posinset={index + 1}
              aria-setsize={visible.length}
              data-index={index}
              data-place={index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              {each.kind === 'fold' ? (
                <FoldLine
                  count={each.count}
                  focused={index === at}
                  onFocus={() => be(index)}
                  onUnfold={() => {
                    focus.next(index)
                    setUnfolded((last) => new Set([...last, each.from]))
                  }}
                />
              ) : row === undefined ? (
                <div className="h-28 border-t border-line" aria-busy="true" />
              ) : (
                <DiffRow
                  id={id}
                  part={part}
                  row={row}
                  layout={narrow ? 'unified' : layout}
                  open={isOpen(each)}
                  focused={index === at}
                  group={groupFrom(row, rows.row(row.index - 1))}
                  onFocus={() => be(index)}
                  onToggle={() => setOpened((last) => new Map([...last, [each.index, !isOpen(each)]]))}
                />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

const keyOf = (each: Visible | undefined) => (each?.kind === 'row' ? `r${each.index}` : `f${each?.from}`)
const indexOf = (each: Visible | undefined) => (each?.kind === 'row' ? [each.index] : [])

/** The group that begins with a row; null where it goes on. */
function groupFrom(row: Row, before: Row | undefined): string | null {
  if (row.row !== 'record' || row.group === '') return null
  return row.index > 0 && before?.row === 'record' && before.group === row.group ? null : row.group
}

interface FoldLineProps {
  count: number
  focused: boolean
  onFocus: () => void
  onUnfold: () => void
}

function FoldLine({ count, focused, onFocus, onUnfold }: FoldLineProps) {
  return (
    <button
      type="button"
      tabIndex={focused ? 0 : -1}
      onFocus={onFocus}
      onClick={onUnfold}
      className="flex min-h-26 w-full cursor-default items-center gap-8 border-t border-line bg-raised px-12 text-start text-second text-text-3 outline-offset-[-2px] hover:text-text-2"
    >
      <Icon of={UnfoldVertical} size={12} />
      {counted(count, 'item')} the same, show
    </button>
  )
}
