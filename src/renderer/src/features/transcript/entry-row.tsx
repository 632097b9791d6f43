import type { AgentId } from '@shared/domain/agents'
import type { Entry } from '@shared/domain/transcript'
import { memo } from 'react'
import { AgentGlyph } from '../../ui/agent-glyph'
import { classes } from '../../ui/classes'
import { Icon } from '../../ui/icon'
import { MaskRevealProvider } from '../../ui/mask-reveal'
import { clockTime, fullDate } from '../../words/calendar'
import { CheckpointDividers } from './checkpoint-dividers'
import type { PlacedCheckpoints } from './checkpoint-places'
import { EntryBody } from './entries/entry-body'
import { EntryActions } from './entry-actions'
import { entryIcon, entryName } from './entry-kinds'
import type { EntryChanges } from './use-entry-changes'
import { useRevealOf } from './use-reveal'

export interface RowFacts {
  /** A rule above it, with the name of a new day or where inherited entries begin. */
  readonly rule: string | null
  /** The time is left out where it is that of the entry before. */
  readonly showTime: boolean
}

interface EntryRowProps extends RowFacts {
  entry: Entry
  agent: AgentId
  position: number
  stop: boolean
  copy: (entry: Entry) => Promise<boolean>
  changes: EntryChanges
  onFocus: (entry: string) => void
  /** Checkpoints that were made between it and its neighbours. */
  points: PlacedCheckpoints | undefined
}

/** One entry: time, sign, content. */
export const EntryRow = memo(function EntryRow({
  entry,
  agent,
  rule,
  showTime,
  position,
  stop,
  copy,
  changes,
  onFocus,
  points
}: EntryRowProps) {
  const reveal = useRevealOf(entry.id)
  return (
    <article
      aria-label={entryName(entry)}
      aria-posinset={position}
      aria-setsize={-1}
      tabIndex={stop ? 0 : -1}
      data-entry={entry.id}
      data-kind={entry.kind}
      onFocus={() => onFocus(entry.id)}
      className="group/entry rounded-card pe-12 outline-offset-[-1px]"
    >
      {points && points.above.length > 0 && <CheckpointDividers checkpoints={points.above} />}
      {rule && (
        <div className="flex items-center gap-10 py-8 ps-20 text-small font-medium text-text-3">
          <span aria-hidden className="h-1 flex-1 bg-line" />
          {rule}
          <span aria-hidden className="h-1 flex-1 bg-line" />
        </div>
      )}
      <div
        className={classes(
          'relative grid grid-cols-[52px_18px_minmax(0,1fr)] gap-x-6 py-5',
          entry.parent !== undefined && 'pl-18'
        )}
      >
        <EntryTime entry={entry} shown={showTime} />
        <div className="relative flex justify-center">
          <span
            aria-hidden
            className={classes(
              'absolute -inset-y-5 w-0 border-s',
              entry.inherited ? 'border-dashed border-line-2' : 'border-line'
            )}
          />
          <span className={classes('relative mt-2 grid h-18 w-18 place-items-center bg-page', markTone(entry))}>
            {entry.kind === 'assistant' ? (
              <AgentGlyph agent={agent} named={false} />
            ) : (
              <Icon of={entryIcon(entry)} size={14} />
            )}
          </span>
        </div>
        <div className="min-w-0">
          <MaskRevealProvider value={reveal}>
            <EntryBody entry={entry} />
          </MaskRevealProvider>
        </div>
        <span className="absolute top-6 start-3 opacity-0 group-focus-within/entry:opacity-100 group-hover/entry:opacity-100 focus-within:opacity-100 has-data-[state=open]:opacity-100">
          <span className="block min-w-49 rounded-[5px] bg-page empty:hidden">
            <EntryActions entry={entry} copy={copy} changes={changes} />
          </span>
        </span>
      </div>
      {points && points.below.length > 0 && <CheckpointDividers checkpoints={points.below} />}
    </article>
  )
})

function EntryTime({ entry, shown }: { entry: Entry; shown: boolean }) {
  if (entry.at === null || !shown) return <span />
  return (
    <time title={fullDate(entry.at)} className="text-end text-tiny leading-20 text-text-3 tabular-nums">
      {clockTime(entry.at)}
    </time>
  )
}

function markTone(entry: Entry): string {
  if (entry.tool?.status === 'failed' || entry.notice === 'failure') return 'text-red'
  return entry.notice === 'interruption' ? 'text-amber' : 'text-text-3'
}
