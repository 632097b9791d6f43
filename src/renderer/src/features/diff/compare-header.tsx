import type { Comparison } from '@shared/domain/diff'
import { ArrowDown, ArrowLeft, ArrowRightLeft, ArrowUp, History } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { call, copyText } from '../../state/bridge'
import { offerCommand, runCommand } from '../../state/commands'
import { type ComparePoint, useCompare } from '../../state/compare-store'
import { useNow } from '../../state/now'
import { useRestore } from '../../state/restore-store'
import { useWidthClass } from '../../state/width-class'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { Segmented } from '../../ui/segmented'
import { fullDate, moment } from '../../words/calendar'
import { pointName } from './diff-words'

interface HeaderProps {
  a: ComparePoint
  b: ComparePoint
  comparison: Comparison | null
}

/** Both sides, and what can be done with what differs between them. */
export function CompareHeader({ a, b, comparison }: HeaderProps) {
  const { layout, setLayout, swap, close } = useCompare()
  const narrow = useWidthClass() === 'narrow'
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => back.current?.focus(), [])
  const copy = async () => comparison !== null && copyText(await patchOf(comparison.id))
  useEffect(() => offerCommand('compare.copy', () => void copy()))
  const sameSession = a.ref.source === b.ref.source && a.ref.id === b.ref.id
  return (
    <header
      className="flex flex-none flex-wrap items-center gap-x-12 gap-y-8 border-b border-line px-20 py-10"
      data-region="actions"
    >
      <Button ref={back} size="small" onClick={close}>
        <Icon of={ArrowLeft} size={12} />
        Back
      </Button>
      <h1 className="sr-only">Comparison</h1>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-10 gap-y-4 @max-[900px]:order-last @max-[900px]:basis-full">
        <PointName side="A" point={a} withTitle={!sameSession} />
        <IconButton small icon={ArrowRightLeft} iconSize={14} label="Swap the sides" onClick={swap} />
        <PointName side="B" point={b} withTitle={!sameSession} />
      </div>
      <span className="flex items-center gap-2">
        <IconButton
          small
          icon={ArrowUp}
          iconSize={14}
          label="Previous change"
          keys="Shift F7"
          onClick={() => runCommand('change.previous')}
        />
        <IconButton
          small
          icon={ArrowDown}
          iconSize={14}
          label="Next change"
          keys="F7"
          onClick={() => runCommand('change.next')}
        />
      </span>
      {!narrow && (
        <Segmented
          label="Layout"
          value={layout}
          options={[
            { value: 'unified', label: 'Unified' },
            { value: 'split', label: 'Side by side' }
          ]}
          onChange={setLayout}
        />
      )}
      {comparison && <CopyButton label="Copy the difference as a patch" copy={copy} />}
      <RestoreSide a={a} b={b} comparison={comparison} />
    </header>
  )
}

/** The way back to a side that is a point to go back to: A, which is the earlier one, else B. */
function RestoreSide({ a, b, comparison }: HeaderProps) {
  const open = useRestore((state) => state.open)
  const side = comparison?.a.restorable ? ('A' as const) : comparison?.b.restorable ? ('B' as const) : null
  const restore = () => {
    const { ref, agent, title, label, at } = side === 'B' ? b : a
    const { checkpoint, ...session } = ref
    if (side !== null && checkpoint !== undefined)
      open({ kind: 'restore', session, agent, title, checkpoint, label, at })
  }
  useEffect(() => (side === null ? undefined : offerCommand('restore.plan', restore)))
  if (side === null) return null
  return (
    <Button size="small" onClick={restore}>
      <Icon of={History} size={12} />
      Restore {side}…
    </Button>
  )
}

function PointName({ side, point, withTitle }: { side: 'A' | 'B'; point: ComparePoint; withTitle: boolean }) {
  const now = useNow()
  return (
    <span className="inline-flex min-w-0 items-center gap-8">
      <span className="grid size-20 flex-none place-items-center rounded-badge bg-accent-solid text-small font-semibold text-on-accent">
        {side}
      </span>
      <span className="trunc min-w-0 max-w-320">
        {withTitle && <span className="text-text-2">{point.title}: </span>}
        <span className="font-medium">{pointName(point)}</span>
      </span>
      {point.at !== null && (
        <time title={fullDate(point.at)} className="flex-none text-second text-text-3 tabular-nums">
          {moment(point.at, now)}
        </time>
      )}
    </span>
  )
}

/** The clipboard takes no more than this, in UTF-16 units. */
const longestCopy = 3_900_000

async function patchOf(id: string): Promise<string> {
  let text = ''
  for (let offset: number | null = 0; offset !== null && text.length < longestCopy; ) {
    const piece: Awaited<ReturnType<typeof call<'compare.patch'>>> = await call('compare.patch', { id, offset })
    if (!piece.ok) break
    text += piece.value.text
    offset = piece.value.next
  }
  return text.slice(0, longestCopy)
}
