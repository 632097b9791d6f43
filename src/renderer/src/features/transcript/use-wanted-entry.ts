import type { OutlineItem } from '@shared/domain/transcript'
import { useEffect } from 'react'
import { useNavigation } from '../../state/navigation-store'
import type { Reader } from './use-reader'

/** Brings the entry that another tab asked for into view, once the first page and the outline, which knows its place, are there. */
export function useWantedEntry(isOpened: boolean, outline: readonly OutlineItem[], { jumpTo }: Reader): void {
  const wanted = useNavigation((state) => state.wanted)
  const shown = useNavigation((state) => state.shown)
  useEffect(() => {
    const place = isOpened && wanted !== null ? outline.find(({ entry }) => entry === wanted) : undefined
    if (place === undefined) return
    jumpTo(place)
    shown()
  }, [isOpened, outline, wanted, jumpTo, shown])
}
