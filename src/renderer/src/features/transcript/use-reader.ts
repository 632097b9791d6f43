import type { SessionRef } from '@shared/domain/session'
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
  reveal(entry: string): boolean
}

export interface Reader {
  /** Entry id of the outline item that is being read. */
  readonly currentPrompt: string | null
  /** The feed says where the reader is: first entry in view, and whether the end is in view. */
  readAt(entry: string, atEnd: boolean): void
  jumpTo(item: OutlineItem): void
  attach(handle: FeedHandle | null): void
  /** Entry to bring into view as soon as it is loaded. */
  readonly pending: string | null
  settled(): void
}

const rememberAfter = 600

/** Knows where in the session the person is: for the outline, for jumps, and to open there next time. */
export function useReader(session: SessionRef, transcript: LoadedTranscript, outline: readonly OutlineItem[]): Reader {
  const [top, setTop] = useState<{ entry: string; atEnd: boolean } | null>(null)
  const [pending, setPending] = useState<string | null>(null)
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
    (item: OutlineItem) => {
      if (feed.current?.reveal(item.entry)) return
      setPending(item.entry)
      void jump(item.cursor)
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
  session: SessionRef,
  transcript: LoadedTranscript,
  outline: readonly OutlineItem[],
  top: { entry: string; atEnd: boolean } | null
): void {
  const remember = useRef<() => void>(() => undefined)
  remember.current = () => {
    if (!top) return
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
