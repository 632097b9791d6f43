import type { OutlineItem } from '@shared/domain/transcript'
import { visibleText } from '@shared/domain/visible-text'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Gem, Minus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { paneLimits, usePaneSize, usePaneSizes } from '../../state/pane-sizes'
import { classes } from '../../ui/classes'
import { Icon } from '../../ui/icon'
import { KeyHint } from '../../ui/key-hint'
import { ResizeHandle } from '../../ui/resize-handle'

interface OutlineProps {
  items: readonly OutlineItem[]
  current: string | null
  onJump: (item: OutlineItem) => void
}

/** The prompts of the session, to jump to. */
export function Outline({ items, current, onJump }: OutlineProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const currentIndex = items.findIndex((item) => item.entry === current)
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => `${index}`,
    estimateSize: (index) => (items[index]?.kind === 'prompt' ? 41 : 23),
    overscan: 10
  })
  useEffect(() => {
    if (currentIndex >= 0) virtual.scrollToIndex(currentIndex, { align: 'auto' })
  }, [currentIndex, virtual])
  const width = usePaneSize('outline', 'wide')
  const resize = usePaneSizes((state) => state.resize)
  return (
    <aside
      aria-label="Prompts"
      data-region="outline"
      style={{ width }}
      className="relative flex flex-none flex-col border-s border-line pt-10 text-second"
    >
      <ResizeHandle
        label="Width of the prompts"
        reversed
        size={width}
        min={paneLimits.outline.min}
        max={paneLimits.outline.max}
        onResize={(size) => resize('outline', 'wide', size)}
      />
      <h2 className="flex items-center justify-between px-16 pb-6 text-small font-medium text-text-3">
        Prompts
        <span aria-hidden className="flex gap-3">
          <KeyHint keys="[" />
          <KeyHint keys="]" />
        </span>
      </h2>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows move between its buttons, which are the controls */}
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-8 pb-8" onKeyDown={moveInOutline}>
        <ol className="relative w-full" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((row) => {
            const item = items[row.index]
            if (!item) return null
            return (
              <li
                key={row.key}
                ref={virtual.measureElement}
                data-index={row.index}
                aria-setsize={items.length}
                aria-posinset={row.index + 1}
                className="absolute inset-x-0 top-0 pb-1"
                style={{ transform: `translateY(${row.start}px)` }}
              >
                <OutlineButton
                  item={item}
                  current={row.index === currentIndex}
                  stop={row.index === Math.max(0, currentIndex)}
                  onPress={() => onJump(item)}
                />
              </li>
            )
          })}
        </ol>
      </div>
    </aside>
  )
}

function OutlineButton({
  item,
  current,
  stop,
  onPress
}: {
  item: OutlineItem
  current: boolean
  stop: boolean
  onPress: () => void
}) {
  return (
    <button
      type="button"
      aria-current={current ? 'location' : undefined}
      tabIndex={stop ? 0 : -1}
      onClick={onPress}
      className={classes(
        'w-full rounded-control px-8 text-start outline-offset-[-2px]',
        item.kind === 'prompt' ? 'min-h-24 py-4' : 'flex min-h-24 items-center gap-6 py-3 text-small text-text-3',
        current ? 'bg-hover font-medium text-text' : 'hover:bg-hover/60',
        item.kind === 'prompt' && !current && 'text-text-2'
      )}
    >
      {item.kind !== 'prompt' && <Icon of={item.kind === 'checkpoint' ? Gem : Minus} size={12} />}
      <span
        dir="auto"
        className={item.kind === 'prompt' ? 'line-clamp-2 leading-[1.38] [overflow-wrap:anywhere]' : 'trunc'}
      >
        {visibleText(item.text).trim().slice(0, 240) || 'Prompt without text'}
      </span>
    </button>
  )
}

/** One tab stop; the arrows move. */
function moveInOutline(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key]
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const target = buttons[buttons.indexOf(document.activeElement as HTMLElement) + step]
  if (!target) return
  event.preventDefault()
  target.focus()
}
