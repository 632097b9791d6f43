import type { AgentId } from '@shared/domain/agents'
import { useMemo, useRef } from 'react'
import { useNavigation } from '../../state/navigation-store'
import { useNow } from '../../state/now'
import { sameSession } from '../../state/session-key'
import { useSettings } from '../../state/settings-store'
import { useWantedFocus } from '../../state/wanted-focus'
import { placeCheckpoints } from './checkpoint-places'
import { EntryRow } from './entry-row'
import { focusEntry } from './feed-focus'
import { pressInFeed } from './feed-keys'
import { rowFacts } from './row-facts'
import { useTranscriptContext } from './transcript-context'
import { useChangeCommands, useEntryChanges } from './use-entry-changes'
import { useCopyCommand, useEntryCopy } from './use-entry-copy'
import { useFeedPlace } from './use-feed-place'
import { useFeedRows } from './use-feed-rows'
import type { Reader } from './use-reader'
import type { LoadedTranscript } from './use-transcript'

interface TranscriptFeedProps {
  transcript: LoadedTranscript
  reader: Reader
  agent: AgentId
}

/** The entries, of which only those in view exist. One tab stop; the arrows go from entry to entry. */
export function TranscriptFeed({ transcript, reader, agent }: TranscriptFeedProps) {
  const { entries, atStart, atEnd } = transcript
  const { session, checkpoints } = useTranscriptContext()
  const points = useMemo(
    () => placeCheckpoints(checkpoints, { entries, atStart, atEnd }),
    [checkpoints, entries, atStart, atEnd]
  )
  const { entry: focused, setEntry, session: chosen } = useNavigation()
  const letters = useSettings((state) => state.settings.singleLetterKeys)
  const now = useNow()
  const scroller = useRef<HTMLDivElement>(null)
  const focusedIndex = useMemo(() => entries.findIndex((entry) => entry.id === focused), [entries, focused])
  const rows = useFeedRows(transcript, scroller, focusedIndex)
  const { virtual, opened, last } = rows
  const copyEntry = useEntryCopy()
  useCopyCommand(entries[focusedIndex], copyEntry)
  const changes = useEntryChanges()
  useChangeCommands(entries[focusedIndex], changes)
  useFeedPlace(entries, rows, reader, scroller)

  const focusAt = (index: number) => {
    const entry = entries[index]
    if (entry) focusEntry(scroller.current, entry.id)
    else scroller.current?.focus()
  }
  useWantedFocus(opened && sameSession(chosen, session), () =>
    focusAt(focusedIndex >= 0 ? focusedIndex : Math.min(last, entries.length - 1))
  )
  const moveTo = (index: number) => {
    virtual.scrollToIndex(index, { align: 'auto' })
    focusAt(index)
  }
  const items = virtual.getVirtualItems()
  const stop = focusedIndex >= 0 ? focusedIndex : Math.min(last, entries.length - 1)
  return (
    <div
      ref={scroller}
      role="feed"
      tabIndex={-1}
      aria-label="Transcript"
      aria-busy={!opened}
      onKeyDown={(event) => pressInFeed(event, { at: focusedIndex, total: entries.length, letters, moveTo })}
      className="relative min-h-0 flex-1 overflow-y-auto outline-none [overflow-anchor:none] [scrollbar-gutter:stable]"
    >
      <div role="presentation" className="relative w-full" style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const entry = entries[item.index]
          if (!entry) return null
          return (
            <div
              key={item.key}
              role="presentation"
              ref={virtual.measureElement}
              data-index={item.index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <EntryRow
                entry={entry}
                agent={agent}
                position={item.index + 1}
                stop={item.index === stop}
                copy={copyEntry}
                changes={changes}
                onFocus={setEntry}
                points={points.get(entry.id)}
                {...rowFacts(entry, entries[item.index - 1], now)}
              />
            </div>
          )
        })}
      </div>
      {/* A feed has to own an article. */}
      {entries.length === 0 && (
        <article className="px-24 py-56 text-center text-text-2">This session has no entries.</article>
      )}
    </div>
  )
}
