import type { AgentId } from '@shared/domain/agents'
import type { Entry } from '@shared/domain/transcript'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState
} from 'react'
import { useAnnouncer } from '../../state/announcer-store'
import { offerCommand, runCommand } from '../../state/commands'
import { useNavigation } from '../../state/navigation-store'
import { useNow } from '../../state/now'
import { sameSession } from '../../state/session-key'
import { useSettings } from '../../state/settings-store'
import { useWantedFocus } from '../../state/wanted-focus'
import { EntryRow } from './entry-row'
import { feedMove } from './feed-move'
import { rowFacts } from './row-facts'
import { useTranscriptContext } from './transcript-context'
import { useEntryCopy } from './use-entry-copy'
import type { Reader } from './use-reader'
import type { LoadedTranscript } from './use-transcript'

/** Rows from an end at which more is loaded. */
const near = 12

interface TranscriptFeedProps {
  transcript: LoadedTranscript
  reader: Reader
  agent: AgentId
}

/** The entries, of which only those in view exist. It stays where it is read when more is loaded on either side. */
export function TranscriptFeed({ transcript, reader, agent }: TranscriptFeedProps) {
  const { entries, atEnd, atStart, loadOlder, loadNewer } = transcript
  const letters = useSettings((state) => state.settings.singleLetterKeys)
  const now = useNow()
  const scroller = useRef<HTMLDivElement>(null)
  const focused = useNavigation((state) => state.entry)
  const setEntry = useNavigation((state) => state.setEntry)
  const copyEntry = useEntryCopy()
  const { session } = useTranscriptContext()
  const focusedIndex = useMemo(() => entries.findIndex((entry) => entry.id === focused), [entries, focused])

  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => entries[index]?.id ?? index,
    estimateSize: (index) => estimate(entries[index]),
    overscan: 6,
    paddingStart: 6,
    paddingEnd: 24,
    // Keeps the row that is read in place when older ones come in front, and follows the end when it is in view.
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: 48,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const range = new Set<number>()
      if (focusedIndex >= 0) range.add(focusedIndex)
      for (let i = Math.max(0, startIndex - overscan); i <= Math.min(count - 1, endIndex + overscan); i++) range.add(i)
      return [...range].sort((a, b) => a - b)
    }
  })

  useStayAtEnd(scroller, virtual.isAtEnd(48), () => virtual.scrollToEnd())

  const items = virtual.getVirtualItems()
  const first = virtual.range?.startIndex ?? 0
  const last = virtual.range?.endIndex ?? 0

  const opened = useOpenPlace(
    transcript,
    () => virtual.scrollToEnd(),
    () => virtual.scrollToIndex(0, { align: 'start' })
  )

  useEffect(() => {
    if (!opened) return
    if (first < near && !atStart) loadOlder()
    if (last > entries.length - near && !atEnd) loadNewer()
  }, [opened, first, last, entries.length, atStart, atEnd, loadOlder, loadNewer])

  const { attach, readAt, pending, settled } = reader
  const reveal = useCallback(
    (entry: string) => {
      const index = entries.findIndex((one) => one.id === entry)
      if (index < 0) return false
      virtual.scrollToIndex(index, { align: 'start' })
      focusEntry(scroller.current, entry)
      return true
    },
    [entries, virtual]
  )
  useEffect(() => {
    attach({ reveal })
    return () => attach(null)
  }, [attach, reveal])
  useEffect(() => {
    if (pending !== null && reveal(pending)) settled()
  }, [pending, reveal, settled])

  const firstSeen = virtual.getVirtualItemForOffset((virtual.scrollOffset ?? 0) + 24)
  const firstEntry = entries[firstSeen?.index ?? 0]?.id
  const endInView = virtual.isAtEnd(48)
  useEffect(() => {
    if (opened && firstEntry !== undefined) readAt(firstEntry, endInView)
  }, [opened, firstEntry, endInView, readAt])

  useFeedCommands(entries, focused, copyEntry)
  const chosen = useNavigation((state) => state.session)
  useWantedFocus(opened && sameSession(chosen, session), () => {
    const entry = entries[focusedIndex >= 0 ? focusedIndex : Math.min(last, entries.length - 1)]
    if (entry) focusEntry(scroller.current, entry.id)
    else scroller.current?.focus()
  })

  const keyDown = (event: KeyboardEvent) => {
    const to = feedMove(event, { at: focusedIndex, total: entries.length, letters })
    if (to !== null) {
      const entry = entries[to]
      event.preventDefault()
      virtual.scrollToIndex(to, { align: 'auto' })
      if (entry) focusEntry(scroller.current, entry.id)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      runCommand('list.focus')
    } else if (event.key === 'Enter' && event.target instanceof HTMLElement && event.target.role === null) {
      toggleFold(event.target)
    }
  }

  const stop = focusedIndex >= 0 ? focusedIndex : (items.at(-1)?.index ?? 0)
  return (
    <div
      ref={scroller}
      role="feed"
      tabIndex={-1}
      aria-label="Transcript"
      aria-busy={!opened}
      onKeyDown={keyDown}
      className="relative min-w-0 flex-1 overflow-y-auto outline-none [scrollbar-gutter:stable]"
      style={{ overflowAnchor: 'none' }}
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
                onFocus={setEntry}
                {...rowFacts(entry, entries[item.index - 1], now)}
              />
            </div>
          )
        })}
      </div>
      {entries.length === 0 && <p className="px-24 py-56 text-center text-text-2">This session has no entries.</p>}
    </div>
  )
}

/** When the pane gets another size, the end stays in view if it was. */
function useStayAtEnd(scroller: RefObject<HTMLElement | null>, atEnd: boolean, toEnd: () => void): void {
  const was = useRef(atEnd)
  was.current = atEnd
  const go = useRef(toEnd)
  go.current = toEnd
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let size = element.clientHeight * 1e5 + element.clientWidth
    const observer = new ResizeObserver(() => {
      const next = element.clientHeight * 1e5 + element.clientWidth
      if (next === size) return
      size = next
      if (was.current) requestAnimationFrame(() => go.current())
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
}

/** A guess until the row has been measured. */
function estimate(entry: Entry | undefined): number {
  if (!entry) return 60
  if (entry.kind === 'thinking' || entry.kind === 'notice' || entry.kind === 'unrecognised') return 30
  if (entry.kind === 'tool' || entry.kind === 'shell') return 150
  return 40 + Math.min(1200, Math.ceil(entry.text.length / 90) * 20)
}

function focusEntry(scroller: HTMLElement | null, entry: string): void {
  const find = () => scroller?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(entry)}"]`)
  const element = find()
  if (element) element.focus({ preventScroll: true })
  else requestAnimationFrame(() => find()?.focus({ preventScroll: true }))
}

/** Enter on an entry opens or closes its fold. */
function toggleFold(target: HTMLElement): void {
  if (target.matches('[data-entry]')) target.querySelector<HTMLElement>('[aria-expanded]')?.click()
}

/** Brings the right end into view once, when the first page is there; true from then on. */
function useOpenPlace(transcript: LoadedTranscript, toEnd: () => void, toStart: () => void): boolean {
  const [opened, setOpened] = useState(false)
  const done = useRef(false)
  useLayoutEffect(() => {
    if (done.current || transcript.opened === null) return
    done.current = true
    if (transcript.opened === 'end') toEnd()
    else toStart()
    // Rows are measured in the next frame; only then is it known how much more is needed.
    requestAnimationFrame(() => requestAnimationFrame(() => setOpened(true)))
  })
  return opened
}

function useFeedCommands(
  entries: readonly Entry[],
  focused: string | null,
  copy: (entry: Entry) => Promise<boolean>
): void {
  useEffect(() =>
    offerCommand('entry.copy', () => {
      const entry = entries.find((one) => one.id === focused)
      if (!entry) return
      void copy(entry).then((done) =>
        useAnnouncer.getState().say(done ? 'Entry copied' : 'The entry could not be copied')
      )
    })
  )
}
