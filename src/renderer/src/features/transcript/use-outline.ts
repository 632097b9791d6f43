import type { SessionRef } from '@shared/domain/session'
import type { OutlineItem } from '@shared/domain/transcript'
import { useEffect, useState } from 'react'
import { call } from '../../state/bridge'

/** All prompts and dividers of a session, in order; what is known already stays while it is read again. */
export function useOutline(session: SessionRef, revision: number): readonly OutlineItem[] {
  const [items, setItems] = useState<readonly OutlineItem[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a revision only says when to read again
  useEffect(() => {
    let stale = false
    const read = async () => {
      const all: OutlineItem[] = []
      for (;;) {
        const answer = await call('transcript.outline', { session, offset: all.length })
        if (stale || !answer.ok) return
        all.push(...answer.value.items)
        if (answer.value.items.length === 0 || all.length >= answer.value.total) break
      }
      setItems(all)
    }
    void read()
    return () => {
      stale = true
    }
  }, [session, revision])
  return items
}
