import type { Checkpoint } from '@shared/domain/checkpoint'
import { Bookmark, Gem, type LucideIcon, Shield } from 'lucide-react'
import { useNavigation } from '../../state/navigation-store'
import { useNow } from '../../state/now'
import { useRestore } from '../../state/restore-store'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { ageWord } from '../../words/age'
import { fullDate } from '../../words/calendar'
import { counted } from '../../words/numbers'
import { useTranscriptContext } from './transcript-context'

/** More than these between two entries are one line. */
const most = 3

/** Where a session can be put back to, between the entries before and after. */
export function CheckpointDividers({ checkpoints }: { checkpoints: readonly Checkpoint[] }) {
  const setTab = useNavigation((state) => state.setTab)
  const left = checkpoints.length - most
  return (
    <>
      {left > 0 && (
        <Line>
          <span>{counted(left, 'earlier checkpoint')}</span>
          <Button size="small" look="ghost" onClick={() => setTab('checkpoints')}>
            Show checkpoints
          </Button>
        </Line>
      )}
      {checkpoints.slice(-most).map((checkpoint) => (
        <Divider key={checkpoint.id} checkpoint={checkpoint} />
      ))}
    </>
  )
}

const signs: Readonly<Record<Checkpoint['origin'], { icon: LucideIcon; word: string }>> = {
  agent: { icon: Gem, word: 'Checkpoint' },
  reprise: { icon: Bookmark, word: 'Kept copy' },
  safety: { icon: Shield, word: 'Safety copy' }
}

function Divider({ checkpoint: { id, label, at, origin, restorable } }: { checkpoint: Checkpoint }) {
  const now = useNow()
  const { session, agent, title } = useTranscriptContext()
  const open = useRestore((state) => state.open)
  return (
    <Line>
      <Icon of={signs[origin].icon} size={12} className="flex-none" />
      <span className="trunc min-w-0" title={label ?? undefined}>
        {signs[origin].word}
        {label && (
          <>
            {' '}
            <span dir="auto" className="text-text-2">
              {label}
            </span>
          </>
        )}
        {at !== null && (
          <>
            ,{' '}
            <time title={fullDate(at)} className="tabular-nums">
              {ageWord(at, now)}
            </time>
          </>
        )}
      </span>
      {restorable && (
        <Button
          size="small"
          look="ghost"
          onClick={() => open({ kind: 'restore', session, agent, title, checkpoint: id, label, at })}
        >
          Restore…
        </Button>
      )}
    </Line>
  )
}

function Line({ children }: { children: React.ReactNode }) {
  return (
    <div className="flex items-center gap-8 py-2 ps-20 text-small text-text-3">
      <span aria-hidden className="h-1 min-w-16 flex-1 bg-line" />
      {children}
      <span aria-hidden className="h-1 min-w-16 flex-1 bg-line" />
    </div>
  )
}
