import type { ComparePart, DiffRow as Row } from '@shared/domain/diff'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useCallback } from 'react'
import { call } from '../../state/bridge'
import type { DiffLayout } from '../../state/compare-store'
import { changeSigns } from '../../ui/diff/change-signs'
import { type AskText, TextDiff } from '../../ui/diff/text-diff'
import { Icon } from '../../ui/icon'
import { VisuallyHidden } from '../../ui/visually-hidden'
import { canOpen, rowName, rowWords } from './diff-words'
import { EntryLine } from './entry-line'
import { RecordLine } from './record-line'

interface DiffRowProps {
  id: string
  part: ComparePart
  row: Row
  layout: DiffLayout
  open: boolean
  focused: boolean
  /** The list, document or folder that begins with this row. */
  group: string | null
  onToggle: () => void
  onFocus: () => void
}

/** One item of a comparison; what is behind it opens below. */
export function DiffRow({ id, part, row, layout, open, focused, group, onToggle, onFocus }: DiffRowProps) {
  const { sign, tone, background } = changeSigns[row.change]
  const opens = canOpen(row)
  const line = row.row === 'entry' ? <EntryLine row={row} layout={layout} /> : <RecordLine row={row} layout={layout} />
  return (
    <>
      {group && <p className="border-t border-line px-12 pt-8 pb-4 text-second text-text-3">{group}</p>}
      <button
        type="button"
        data-row={row.index}
        tabIndex={focused ? 0 : -1}
        {...(opens ? { 'aria-expanded': open } : { 'aria-disabled': true })}
        onClick={opens ? onToggle : undefined}
        onFocus={onFocus}
        className={`flex min-h-28 w-full cursor-default items-center gap-8 border-t border-line px-12 py-4 text-start text-table outline-offset-[-2px] ${background}`}
      >
        <VisuallyHidden>{rowWords(row)}</VisuallyHidden>
        <span aria-hidden="true" className={`w-12 flex-none text-center font-mono ${tone}`}>
          {sign}
        </span>
        <span aria-hidden="true" className="grid w-12 flex-none place-items-center text-text-3">
          {opens && <Icon of={open ? ChevronDown : ChevronRight} size={12} />}
        </span>
        {line}
      </button>
      {open && opens && <Behind id={id} part={part} row={row} />}
    </>
  )
}

function Behind({ id, part, row }: { id: string; part: ComparePart; row: Row }) {
  const { index } = row
  const ask: AskText = useCallback(
    ({ offset, whole }) => call('compare.text', { id, part, row: index, offset, whole }),
    [id, part, index]
  )
  const path = row.row === 'record' ? row.label : ''
  return <TextDiff label={`Text of ${rowName(row)}`} path={path} ask={ask} className="border-t border-line" />
}
