import type { Checkpoint } from '@shared/domain/checkpoint'
import type { TranscriptRef } from '@shared/domain/session'
import type { OutlineItem } from '@shared/domain/transcript'
import type { OutputOf } from '@shared/ipc/contract'
import { Search } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useWholeAnswer } from '../../state/answer'
import { call } from '../../state/bridge'
import { offerCommand } from '../../state/commands'
import { useSessionRevision } from '../../state/library-store'
import { useServiceStore } from '../../state/service-store'
import { wantDetailFocus } from '../../state/wanted-focus'
import { useWidthClass } from '../../state/width-class'
import { IconButton } from '../../ui/icon-button'
import { LoadingRows } from '../../ui/loading-rows'
import { EntryStatesProvider, useEntryStates } from './entry-states'
import { FindBar } from './find/find-bar'
import { findPage, type Hit } from './find/find-entries'
import { useFind } from './find/use-find'
import { useHighlight } from './find/use-highlight'
import { ImportedCopy } from './imported-copy'
import { Outline } from './outline'
import { OutlineMenu } from './outline-menu'
import { type TranscriptContext, TranscriptProvider, useTranscriptContext } from './transcript-context'
import { TranscriptFeed } from './transcript-feed'
import { TranscriptProblem } from './transcript-problem'
import { useOutline } from './use-outline'
import { type Reader, useReader } from './use-reader'
import { type LoadedTranscript, useTranscript } from './use-transcript'
import { useWantedEntry } from './use-wanted-entry'

interface TranscriptProps {
  session: TranscriptRef
  details: OutputOf<'sessions.get'>
  /** The end of the tab bar, where the prompts become a menu when there is no room beside the transcript. */
  actions: HTMLElement | null
}

/** A session's entries and, beside them, its prompts. Mounted anew for each session. */
export function Transcript({ session, details, actions }: TranscriptProps) {
  // After a restart of the service, what was asked and not answered is asked again.
  const revision = useSessionRevision(session) + useServiceStore((state) => state.generation)
  const { lastRead } = session.checkpoint === undefined ? details : { lastRead: null }
  const transcript = useTranscript(session, lastRead, revision)
  const outline = useOutline(session, revision)
  const reader = useReader(session, transcript, outline)
  useWantedEntry(transcript.opened !== null && session.checkpoint === undefined, outline, reader)
  const { agent, title } = details.session
  const present = details.session.state !== 'gone'
  const checkpoints = useCheckpoints(session, details.session.checkpoints, revision)
  const context = useMemo<TranscriptContext>(
    () => ({ session, agent, title, present, children: details.children, parent: details.parent, checkpoints }),
    [session, agent, title, present, details.children, details.parent, checkpoints]
  )
  if (transcript.error && transcript.entries.length === 0) {
    const copy = present || session.checkpoint !== undefined ? undefined : checkpoints.find(isImported)
    if (copy) {
      return (
        <ImportedCopy agent={agent} imported={details.session.imported}>
          <CopyTranscript key={copy.id} session={session} copy={copy.id} details={details} actions={actions} />
        </ImportedCopy>
      )
    }
    return <TranscriptProblem failure={transcript.error} details={details} />
  }
  return (
    <TranscriptProvider value={context}>
      <EntryStatesProvider>
        <TranscriptBody transcript={transcript} reader={reader} outline={outline} actions={actions} />
      </EntryStatesProvider>
    </TranscriptProvider>
  )
}

/** The session as a kept copy holds it; what was laid out to be read goes when nobody reads it any more. */
function CopyTranscript({ session: { source, id }, copy, ...rest }: TranscriptProps & { copy: string }) {
  const view = useMemo(() => ({ source, id, checkpoint: copy }), [source, id, copy])
  useEffect(() => () => void call('transcript.close', { session: view }), [view])
  return <Transcript session={view} {...rest} />
}

/** A session that came from elsewhere is read from the copy that the library keeps. */
const isImported = ({ holds, valid }: Checkpoint) => holds.kind === 'imported session' && valid

const none: readonly Checkpoint[] = []

/** Asked for where the list knows of some; a checkpoint has none of its own. */
function useCheckpoints(session: TranscriptRef, known: number, revision: number): readonly Checkpoint[] {
  const wanted = known > 0 && session.checkpoint === undefined
  const { value } = useWholeAnswer('checkpoints.list', wanted ? { session } : null, revision)
  return value?.checkpoints ?? none
}

interface TranscriptBodyProps {
  transcript: LoadedTranscript
  reader: Reader
  outline: readonly OutlineItem[]
  actions: HTMLElement | null
}

function TranscriptBody({ transcript, reader, outline, actions }: TranscriptBodyProps) {
  const { session, agent } = useTranscriptContext()
  const wide = useWidthClass() === 'wide'
  const body = useRef<HTMLDivElement>(null)
  const { jumpTo } = reader
  const unfold = useEntryStates((states) => states.unfold)
  const openHit = useCallback(
    (hit: Hit, focus: boolean) => {
      unfold(hit.entry)
      jumpTo({ ...hit, limit: findPage }, focus)
    },
    [unfold, jumpTo]
  )
  const [finding, setFinding] = useState(false)
  const find = useFind(session, openHit)
  useEffect(() => offerCommand('find.open', () => setFinding(true)), [])
  useHighlight(body, finding ? find.words : '')
  const close = () => {
    setFinding(false)
    wantDetailFocus()
  }
  return (
    <div className="flex h-full min-h-0">
      <div ref={body} className="flex min-w-0 flex-1 flex-col">
        {finding && <FindBar find={find} onClose={close} />}
        {transcript.opened === null ? (
          <LoadingRows count={6} height={48} label="Loading the transcript" />
        ) : (
          <TranscriptFeed transcript={transcript} reader={reader} agent={agent} />
        )}
      </div>
      {wide && <Outline items={outline} current={reader.currentPrompt} onJump={jumpTo} />}
      {actions &&
        createPortal(
          <>
            <IconButton icon={Search} label="Find in this session" keys="Ctrl F" onClick={() => setFinding(true)} />
            {!wide && <OutlineMenu items={outline} onJump={jumpTo} />}
          </>,
          actions
        )}
    </div>
  )
}
