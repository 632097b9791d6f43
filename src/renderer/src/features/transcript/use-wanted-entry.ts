import type { OutlineItem } from '@shared/domain/transcript'
import { useEffect } from 'react'
import { useNavigation } from '../../state/navigation-store'
import type { Reader } from './use-reader'

/** Brings the entry that another tab asked for into view, once the first page and the outline, which knows its place, are there. */
export function useWantedEntry(isOpened: boolean, outline: readonly OutlineItem[], { jumpTo }: Reader): void {
  const wanted = useNavigation((state) => state.wanted)
  const cursor = useNavigation((state) => state.wantedCursor)
  const shown = useNavigation((state) => state.shown)
  useEffect(() => {
    if (!isOpened || wanted === null) return
    const known = cursor === null ? undefined : { entry: wanted, cursor }
    const place = known ?? outline.find(({ entry }) => entry === wanted)
    if (place === undefined) return
    jumpTo(place)
    shown()
  }, [isOpened, outline, wanted, cursor, jumpTo, shown])
}
