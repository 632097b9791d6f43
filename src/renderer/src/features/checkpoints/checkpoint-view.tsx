import type { Checkpoint } from '@shared/domain/checkpoint'
import type { SessionRef, TranscriptRef } from '@shared/domain/session'
import { ArrowLeft, Eye } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../state/bridge'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { Segmented } from '../../ui/segmented'
import { fullDate } from '../../words/calendar'
import { labelWords } from './checkpoint-words'
import { TaskLists } from './task-lists'

/** Shows a transcript; `actions` is where its buttons go. */
export type ShowTranscript = (session: TranscriptRef, actions: HTMLElement | null) => ReactNode

interface CheckpointViewProps {
  session: SessionRef
  checkpoint: Checkpoint
  showTranscript: ShowTranscript
  onBack: () => void
}

type Part = 'transcript' | 'tasks'

/** The session as a checkpoint holds it, to look at. What is above it says so, and leads back. */
export function CheckpointView({ session, checkpoint, showTranscript, onBack }: CheckpointViewProps) {
  const [part, setPart] = useState<Part>('transcript')
  const [actions, setActions] = useState<HTMLElement | null>(null)
  const back = useRef<HTMLButtonElement>(null)
  const { source, id } = session
  const view = useMemo(() => ({ source, id, checkpoint: checkpoint.id }), [source, id, checkpoint.id])
  useEffect(() => back.current?.focus(), [])
  // What was laid out of a copy of ours to be read goes when nobody reads it any more.
  useEffect(() => () => void call('transcript.close', { session: view }), [view])
  const { tasks } = checkpoint.holds
  return (
    <section aria-label="A checkpoint, to look at" className="flex h-full flex-col">
      <header className="flex flex-none flex-wrap items-center gap-x-12 gap-y-6 border-b border-line bg-accent-soft px-20 py-8">
        <Button ref={back} size="small" onClick={onBack}>
          <Icon of={ArrowLeft} size={12} />
          Back to the checkpoints
        </Button>
        <p
          role="status"
          className="flex min-w-0 flex-1 items-center gap-8 text-table max-narrow:order-last max-narrow:basis-full"
        >
          <Icon of={Eye} size={14} className="text-accent" />
          <span className="trunc min-w-0">
            To look at only: <span className="font-medium">{labelWords(checkpoint)}</span>
            {checkpoint.at !== null && `, ${fullDate(checkpoint.at)}`}
          </span>
        </p>
        <Segmented
          label="Part of the checkpoint"
          value={part}
          options={[
            { value: 'transcript', label: 'Transcript' },
            { value: 'tasks', label: typeof tasks === 'number' ? `Tasks ${tasks}` : 'Tasks' }
          ]}
          onChange={setPart}
        />
        <span ref={setActions} className="flex items-center gap-4" />
      </header>
      <div className="min-h-0 flex-1">
        {part === 'transcript' ? (
          showTranscript(view, actions)
        ) : (
          <div className="h-full overflow-y-auto px-20 py-16">
            <TaskLists session={view} heading="Tasks in this checkpoint" />
          </div>
        )}
      </div>
    </section>
  )
}
