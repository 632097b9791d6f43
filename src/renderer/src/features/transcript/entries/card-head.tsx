import type { Entry, ToolCall } from '@shared/domain/transcript'
import { Chevron } from '../../../ui/fold'
import { counted } from '../../../words/numbers'
import { outcome, toolSummary } from '../tool-facts'
import type { FileChange } from './file-edits'

interface CardHeadProps {
  entry: Entry
  tool: ToolCall
  changes: readonly FileChange[]
  open: boolean
  onToggle: (open: boolean) => void
}

const tones = { ok: 'text-text-2', failed: 'text-red font-medium', running: 'text-amber', cancelled: 'text-amber' }

/** Name, the most telling argument, and the outcome in one line; it opens and closes the card. */
export function CardHead({ entry, tool, changes, open, onToggle }: CardHeadProps) {
  const only = changes.length === 1 ? changes[0] : undefined
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={() => onToggle(!open)}
      className="flex h-30 w-full items-center gap-8 bg-raised pe-10 ps-8 text-start text-second outline-offset-[-2px]"
    >
      <span className="text-text-3">
        <Chevron open={open} />
      </span>
      <b className="flex-none font-semibold">{entry.kind === 'shell' ? 'you ran' : tool.name}</b>
      <code className="trunc font-mono text-[12px] text-text-2">
        {only?.path ?? (changes.length > 1 ? counted(changes.length, 'file') : toolSummary(tool))}
      </code>
      <span className="flex-1" />
      {only && 'hunks' in only && (
        <span className="flex-none tabular-nums">
          <span className="text-green">+{only.added}</span> <span className="text-red">−{only.removed}</span>
        </span>
      )}
      <span className={`flex-none tabular-nums ${tones[tool.status]}`}>{outcome(tool)}</span>
    </button>
  )
}
