import type { EntryMark, EntryRow } from '@shared/domain/diff'
import type { DiffLayout } from '../../state/compare-store'
import { Icon } from '../../ui/icon'
import { clockTime } from '../../words/calendar'
import { entrySigns } from './diff-words'

/** An entry in one line: on one side, or in the half of the side that has it. */
export function EntryLine({ row, layout }: { row: EntryRow; layout: DiffLayout }) {
  if (layout === 'unified') {
    const mark = row.change === 'removed' || row.change === 'moved-from' ? row.a : (row.b ?? row.a)
    return mark && <Mark mark={mark} edited={row.edited} />
  }
  const sides = { a: row.change !== 'moved-to', b: row.change !== 'moved-from' }
  return (
    <span className="grid min-w-0 flex-1 grid-cols-2 gap-12">
      <span className="flex min-w-0 items-center gap-8">
        {sides.a && row.a && <Mark mark={row.a} edited={row.edited} />}
      </span>
      <span className="flex min-w-0 items-center gap-8">
        {sides.b && row.b && <Mark mark={row.b} edited={row.edited} />}
      </span>
    </span>
  )
}

function Mark({ mark, edited }: { mark: EntryMark; edited: boolean }) {
  const { icon } = entrySigns[mark.kind]
  return (
    <>
      <Icon of={icon} size={14} className="flex-none text-text-3" />
      {mark.at !== null && (
        <time className="w-36 flex-none text-small text-text-3 tabular-nums">{clockTime(mark.at)}</time>
      )}
      {mark.tool !== undefined && <code className="flex-none font-mono text-[11.5px]">{mark.tool}</code>}
      <span dir="auto" className={`trunc min-w-0 flex-1 ${mark.tool === undefined ? '' : 'text-text-2'}`}>
        {mark.label}
      </span>
      {edited && <span className="flex-none text-small text-text-2">changed</span>}
    </>
  )
}
