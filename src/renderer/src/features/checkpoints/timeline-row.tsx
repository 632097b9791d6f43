import type { Checkpoint } from '@shared/domain/checkpoint'
import { Ban, Bookmark, CircleAlert, Eye, Gem, GitCompare, type LucideIcon, Shield } from 'lucide-react'
import { useNow } from '../../state/now'
import { Icon } from '../../ui/icon'
import { fullDate, moment } from '../../words/calendar'
import { holdsNoTasks, labelWords, shortHoldsWords } from './checkpoint-words'
import { timelineLine } from './timeline-line'

const signs: Readonly<Record<Checkpoint['origin'], { icon: LucideIcon; word: string }>> = {
  agent: { icon: Gem, word: 'made by the agent' },
  reprise: { icon: Bookmark, word: 'kept by Reprise' },
  safety: { icon: Shield, word: 'safety copy' }
}

interface RowProps {
  checkpoint: Checkpoint
  chosen: boolean
  /** One side of a comparison to come. */
  marked: boolean
  elementId: string
  /** From 1 on. */
  position: number
  total: number
  onChoose: () => void
}

/** One point on the line: when, what it holds, and what is to be known before it is used. */
export function TimelineRow({ checkpoint, chosen, marked, elementId, position, total, onChoose }: RowProps) {
  const now = useNow()
  const sign = signs[checkpoint.origin]
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the listbox has the focus
    <div
      id={elementId}
      role="option"
      aria-selected={chosen}
      aria-posinset={position}
      aria-setsize={total}
      onClick={onChoose}
      className={`group flex cursor-default items-start gap-10 rounded-card px-12 py-9 outline-offset-[-2px] outline-ring hover:bg-hover aria-selected:bg-accent-soft group-focus-visible/list:aria-selected:outline-2 ${position === total ? 'before:hidden' : ''} ${timelineLine}`}
    >
      <span role="img" aria-label={sign.word} className="mt-3 text-text-3 group-aria-selected:text-accent">
        <Icon of={sign.icon} size={14} />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-8">
          <span className={`trunc min-w-0 flex-1 ${checkpoint.label ? 'font-medium' : 'text-text-2 italic'}`}>
            {labelWords(checkpoint)}
          </span>
          {checkpoint.at !== null && (
            <time
              title={fullDate(checkpoint.at)}
              className="flex-none text-small text-text-3 tabular-nums group-aria-selected:text-text-2"
            >
              {moment(checkpoint.at, now)}
            </time>
          )}
        </div>
        <div className="text-second text-text-3 group-aria-selected:text-text-2">{shortHoldsWords(checkpoint)}</div>
        <Mark checkpoint={checkpoint} />
        {marked && (
          <div className="mt-3 flex items-center gap-6 text-second text-accent">
            <Icon of={GitCompare} size={12} />
            Marked to compare
          </div>
        )}
      </div>
    </div>
  )
}

function Mark({ checkpoint }: { checkpoint: Checkpoint }) {
  const mark = markOf(checkpoint)
  if (!mark) return null
  return (
    <div className={`mt-3 flex items-center gap-6 text-second ${mark.tone}`}>
      <Icon of={mark.icon} size={12} />
      {mark.words}
    </div>
  )
}

function markOf(checkpoint: Checkpoint): { icon: LucideIcon; words: string; tone: string } | null {
  const quiet = 'text-text-3 group-aria-selected:text-text-2'
  if (!checkpoint.valid) return { icon: Ban, words: 'Not accepted by the agent', tone: 'text-red' }
  if (!checkpoint.restorable) return { icon: Eye, words: 'View only', tone: quiet }
  if (holdsNoTasks(checkpoint))
    return { icon: CircleAlert, words: 'Task list is empty in this checkpoint', tone: quiet }
  return null
}
