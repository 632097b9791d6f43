import type { SessionRef } from '@shared/domain/session'
import type { OutputOf } from '@shared/ipc/contract'
import { useMemo } from 'react'
import { createPortal } from 'react-dom'
import { useSessionRevision } from '../../state/library-store'
import { useServiceStore } from '../../state/service-store'
import { useWidthClass } from '../../state/width-class'
import { LoadingRows } from '../../ui/loading-rows'
import { EntryStatesProvider } from './entry-states'
import { Outline } from './outline'
import { OutlineMenu } from './outline-menu'
import { type TranscriptContext, TranscriptProvider } from './transcript-context'
import { TranscriptFeed } from './transcript-feed'
import { TranscriptProblem } from './transcript-problem'
import { useOutline } from './use-outline'
import { useReader } from './use-reader'
import { useTranscript } from './use-transcript'

interface TranscriptProps {
  session: SessionRef
  details: OutputOf<'sessions.get'>
  /** The end of the tab bar, where the prompts become a menu when there is no room beside the transcript. */
  actions: HTMLElement | null
}

/** A session's entries and, beside them, its prompts. Mounted anew for each session. */
export function Transcript({ session, details, actions }: TranscriptProps) {
  // After a restart of the service, what was asked and not answered is asked again.
  const revision = useSessionRevision(session) + useServiceStore((state) => state.generation)
  const transcript = useTranscript(session, details.lastRead, revision)
  const outline = useOutline(session, revision)
  const reader = useReader(session, transcript, outline)
  const wide = useWidthClass() === 'wide'
  const { agent } = details.session
  const context = useMemo<TranscriptContext>(
    () => ({ session, agent, children: details.children, parent: details.parent }),
    [session, agent, details.children, details.parent]
  )
  if (transcript.error && transcript.entries.length === 0) {
    return <TranscriptProblem failure={transcript.error} details={details} />
  }
  return (
    <TranscriptProvider value={context}>
      <EntryStatesProvider>
        <div className="flex h-full min-h-0">
          {transcript.opened === null ? (
            <div className="min-w-0 flex-1">
              <LoadingRows count={6} height={48} label="Loading the transcript" />
            </div>
          ) : (
            <TranscriptFeed transcript={transcript} reader={reader} agent={agent} />
          )}
          {wide ? (
            <Outline items={outline} current={reader.currentPrompt} onJump={reader.jumpTo} />
          ) : (
            actions && createPortal(<OutlineMenu items={outline} onJump={reader.jumpTo} />, actions)
          )}
        </div>
      </EntryStatesProvider>
    </TranscriptProvider>
  )
}
