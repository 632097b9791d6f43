import type { Checkpoint } from '@shared/domain/checkpoint'
import { Bookmark, Gem, type LucideIcon, Shield } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useNow } from '../../state/now'
import { useSettings } from '../../state/settings-store'
import { Badge } from '../../ui/badge'
import { Icon } from '../../ui/icon'
import { fullDate, moment } from '../../words/calendar'
import { holdsNoTasks, holdsWords, labelWords } from './checkpoint-words'

const signs: Readonly<Record<Checkpoint['origin'], { icon: LucideIcon; word: string }>> = {
  agent: { icon: Gem, word: 'made by the agent' },
  reprise: { icon: Bookmark, word: 'kept by Reprise' },
  safety: { icon: Shield, word: 'safety copy' }
}

interface TimelineProps {
  checkpoints: readonly Checkpoint[]
  chosen: string
  onChoose: (id: string) => void
  /** Enter on a checkpoint. */
  onRestore: () => void
}

/** The checkpoints, newest first, as one tab stop. */
export function Timeline({ checkpoints, chosen, onChoose, onRestore }: TimelineProps) {
  const list = useRef<HTMLDivElement>(null)
  const letters = useSettings((state) => state.settings.singleLetterKeys)
  const at = checkpoints.findIndex(({ id }) => id === chosen)
  useEffect(() => {
    list.current?.querySelector(`[id="${CSS.escape(optionId(chosen))}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const key = letters ? ({ j: 'ArrowDown', k: 'ArrowUp' }[event.key] ?? event.key) : event.key
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: checkpoints.length - 1 }[key]
    if (next !== undefined) {
      event.preventDefault()
      const target = checkpoints[Math.max(0, Math.min(checkpoints.length - 1, next))]
      if (target) onChoose(target.id)
    } else if (key === 'Enter') {
      event.preventDefault()
      onRestore()
    }
  }
  return (
    <div
      ref={list}
      role="listbox"
      tabIndex={0}
      aria-label="Checkpoints, newest first"
      aria-activedescendant={optionId(chosen)}
      onKeyDown={press}
      className="group/list min-h-0 flex-1 overflow-y-auto p-8 outline-none"
    >
      {checkpoints.map((checkpoint) => (
        <TimelineRow
          key={checkpoint.id}
          checkpoint={checkpoint}
          chosen={checkpoint.id === chosen}
          onChoose={() => onChoose(checkpoint.id)}
        />
      ))}
    </div>
  )
}

interface RowProps {
  checkpoint: Checkpoint
  chosen: boolean
  onChoose: () => void
}

function TimelineRow({ checkpoint, chosen, onChoose }: RowProps) {
  const now = useNow()
  const sign = signs[checkpoint.origin]
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the listbox has the focus
    <div
      id={optionId(checkpoint.id)}
      role="option"
      aria-selected={chosen}
      onClick={onChoose}
      className="group flex cursor-default items-start gap-10 rounded-card px-12 py-9 outline-offset-[-2px] outline-ring hover:bg-hover aria-selected:bg-accent-soft group-focus-visible/list:aria-selected:outline-2"
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
        <div className="text-second text-text-3 group-aria-selected:text-text-2">{holdsWords(checkpoint)}</div>
        <Marks checkpoint={checkpoint} />
      </div>
    </div>
  )
}

function Marks({ checkpoint }: { checkpoint: Checkpoint }) {
  if (!checkpoint.valid) return <Mark look="red">not accepted by the agent</Mark>
  if (!checkpoint.restorable) return <Mark look="line">view only</Mark>
  return holdsNoTasks(checkpoint) ? <Mark look="amber">task list is empty</Mark> : null
}

function Mark({ look, children }: { look: 'red' | 'line' | 'amber'; children: string }) {
  return (
    <div className="mt-4">
      <Badge look={look}>{children}</Badge>
    </div>
  )
}

const optionId = (id: string) => `checkpoint-${id}`
