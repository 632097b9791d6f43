import type { TranscriptRef } from '@shared/domain/session'
import type { OutlineItem } from '@shared/domain/transcript'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../state/bridge'
import { offerCommand } from '../../state/commands'
import { promptAt } from './prompt-at'
import { cursorNear } from './transcript-chunks'
import type { LoadedTranscript } from './use-transcript'

/** What the feed can be told to bring into view. */
export interface FeedHandle {
  /** False when the entry is not loaded. */
  reveal(entry: string, focus: boolean): boolean
}

/** An entry, and the page that holds it. */
export interface Place {
  readonly entry: string
  readonly cursor: string
  readonly limit?: number
}

export interface Reader {
  /** Entry id of the outline item that is being read. */
  readonly currentPrompt: string | null
  /** The feed says where the reader is: first entry in view, and whether the end is in view. */
  readAt(entry: string, atEnd: boolean): void
  /** Brings an entry into view that a page from `cursor` on holds; with the focus, unless that stays where it is. */
  jumpTo(item: Place, focus?: boolean): void
  attach(handle: FeedHandle | null): void
  /** Entry to bring into view as soon as it is loaded. */
  readonly pending: { readonly entry: string; readonly focus: boolean } | null
  settled(): void
}

const rememberAfter = 600

/** Knows where in the session the person is: for the outline, for jumps, and to open there next time. */
export function useReader(
  session: TranscriptRef,
  transcript: LoadedTranscript,
  outline: readonly OutlineItem[]
): Reader {
  const [top, setTop] = useState<{ entry: string; atEnd: boolean } | null>(null)
  const [pending, setPending] = useState<Reader['pending']>(null)
  const feed = useRef<FeedHandle | null>(null)

  const currentPrompt = useMemo(
    () =>
      promptAt(
        outline,
        transcript.entries.map((entry) => entry.id),
        top?.entry ?? null
      ),
    [outline, transcript.entries, top]
  )
  useRemember(session, transcript, outline, top)

  const { jump } = transcript
  const jumpTo = useCallback(
    (item: Place, focus = true) => {
      if (feed.current?.reveal(item.entry, focus)) return
      setPending({ entry: item.entry, focus })
      void jump(item.cursor, item.limit)
    },
    [jump]
  )
  useEffect(() => {
    const step = (by: number) => () => {
      const prompts = outline.filter((item) => item.kind === 'prompt')
      const at = prompts.findIndex((item) => item.entry === currentPrompt)
      const next = prompts[at < 0 ? (by < 0 ? prompts.length - 1 : 0) : at + by]
      if (next) jumpTo(next)
    }
    const previous = offerCommand('prompt.previous', step(-1))
    const following = offerCommand('prompt.next', step(1))
    return () => {
      previous()
      following()
    }
  }, [outline, currentPrompt, jumpTo])

  return {
    currentPrompt,
    readAt: useCallback((entry, atEnd) => {
      setTop((last) => (last?.entry === entry && last.atEnd === atEnd ? last : { entry, atEnd }))
    }, []),
    jumpTo,
    attach: useCallback((handle) => {
      feed.current = handle
    }, []),
    pending,
    settled: useCallback(() => setPending(null), [])
  }
}

/** Tells the service where the person read, once they rest there and when they leave. */
function useRemember(
  session: TranscriptRef,
  transcript: LoadedTranscript,
  outline: readonly OutlineItem[],
  top: { entry: string; atEnd: boolean } | null
): void {
  const remember = useRef<() => void>(() => undefined)
  remember.current = () => {
    // The place in a checkpoint is not the place in the session.
    if (!top || session.checkpoint !== undefined) return
    const prompts = new Map(outline.map((item) => [item.entry, item.cursor]))
    const cursor = top.atEnd && transcript.atEnd ? null : cursorNear(transcript.chunks, top.entry, prompts)
    void call('transcript.remember', { session, cursor })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new place is remembered
  useEffect(() => {
    const timer = setTimeout(() => remember.current(), rememberAfter)
    return () => clearTimeout(timer)
  }, [top])
}
