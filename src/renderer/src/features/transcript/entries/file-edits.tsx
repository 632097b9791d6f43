import type { ToolCall } from '@shared/domain/transcript'
import { useMemo } from 'react'
import { type ShownRow, UnifiedLines } from '../../../ui/diff/text-lines'
import { languageOf } from '../../../ui/highlight'
import { withMasks } from '../../../ui/masked-text'
import { positions } from '../../../ui/positions'
import { ScrollBox } from '../../../ui/scroll-box'
import { counted } from '../../../words/numbers'
import { useFold } from '../entry-states'
import type { FileDiff } from '../file-diff'

/** A change that could be taken apart, or the edit as it is stored. */
export type FileChange = FileDiff | NonNullable<ToolCall['edits']>[number]

/** Lines of a diff shown before one asks for more. */
const shownAtFirst = 60

/** What a call changed in files, as lines that were removed and added. */
export function FileEdits({ entry, changes }: { entry: string; changes: readonly FileChange[] }) {
  return positions(changes).map(({ key, item }) =>
    'hunks' in item ? (
      <FileEdit key={key} entry={entry} part={`diff ${key}`} diff={item} headed={changes.length > 1} />
    ) : (
      <ScrollBox key={key} label={`Patch of ${item.path}`} className="overflow-x-auto border-t border-line bg-sunken">
        <pre className="read-text w-max px-12 py-6 font-mono text-[11.5px] leading-[17px] text-text-2">
          {withMasks(item.patch ?? item.path)}
        </pre>
      </ScrollBox>
    )
  )
}

interface FileEditProps {
  entry: string
  part: string
  diff: FileDiff
  /** Whether it needs its own heading because there are others. */
  headed: boolean
}

function FileEdit({ entry, part, diff, headed }: FileEditProps) {
  const [all, setAll] = useFold(entry, part, false)
  const rows = useMemo(
    () =>
      diff.hunks.flatMap(({ heading, lines }): ShownRow[] => [
        ...(heading === null ? [] : [{ kind: 'heading', text: heading } as const]),
        ...lines
      ]),
    [diff]
  )
  const shown = all ? rows : rows.slice(0, shownAtFirst)
  return (
    <div className="border-t border-line">
      {headed && (
        <div className="flex min-h-26 items-center gap-8 px-12 text-second">
          <code className="trunc font-mono text-[11.5px] text-text-2">{diff.path}</code>
          <span className="ms-auto flex-none tabular-nums">
            <span className="text-green">+{diff.added}</span> <span className="text-red">−{diff.removed}</span>
          </span>
        </div>
      )}
      <ScrollBox label={`Changes of ${diff.path}`} className="overflow-x-auto">
        <div className="pb-4 font-mono text-[11.5px] leading-[18px]">
          <UnifiedLines rows={shown} language={languageOf(diff.path)} onUnfold={undefined} />
        </div>
      </ScrollBox>
      {shown.length < rows.length && (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="min-h-26 px-12 text-second text-text-3 hover:text-text-2 hover:underline"
        >
          {counted(rows.length - shown.length, 'more line')}
        </button>
      )}
    </div>
  )
}
