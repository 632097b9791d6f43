import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { type ConfigRow, foldOf } from './config-rows'

const levels = { document: 1, finding: 2, group: 2 } as const

export function levelOf(row: ConfigRow): number {
  return row.kind === 'entry' ? row.level : levels[row.kind]
}

interface Place {
  readonly letters: boolean
  /** Rows that a page key moves. */
  readonly page: () => number
  readonly scrollTo: (index: number) => void
  readonly toggle: (id: string, open: boolean) => void
}

/** The row that the keys are on, and what they do: up and down move, left and right fold and unfold or go to the parent. */
export function useTreeCursor(rows: readonly ConfigRow[], grid: RefObject<HTMLElement | null>, place: Place) {
  const [id, setId] = useState<string | null>(null)
  const [wanted, setWanted] = useState(0)
  const at = Math.max(
    0,
    rows.findIndex((row) => row.id === id)
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a key moves the focus; the row may be drawn just now
  useEffect(() => {
    if (wanted > 0) grid.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus({ preventScroll: true })
  }, [wanted])
  const move = (to: number) => {
    const index = Math.max(0, Math.min(rows.length - 1, to))
    setId(rows[index]?.id ?? null)
    place.scrollTo(index)
    setWanted((count) => count + 1)
  }
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const key = place.letters ? (letterKeys[event.key] ?? event.key) : event.key
    const to = targetOf(key, rows, at, place)
    if (to === null) return
    event.preventDefault()
    if (typeof to === 'number') move(to)
    else place.toggle(to.id, to.open)
  }
  return { at, setId, press }
}

const letterKeys: Readonly<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp', h: 'ArrowLeft', l: 'ArrowRight' }

/** The row to go to, the fold to change, or null for a key that means nothing here. */
function targetOf(key: string, rows: readonly ConfigRow[], at: number, { page }: Pick<Place, 'page'>) {
  const moves: Readonly<Record<string, number>> = {
    ...{ ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 },
    ...{ PageDown: at + page(), PageUp: at - page() }
  }
  const row = rows[at]
  if (!row) return null
  const open = foldOf(row)
  if (key === 'Enter' || key === ' ') return open === null ? null : { id: row.id, open: !open }
  if (key === 'ArrowRight') return open === false ? { id: row.id, open: true } : open ? at + 1 : null
  if (key === 'ArrowLeft') return open ? { id: row.id, open: false } : parentOf(rows, at)
  return moves[key] ?? null
}

function parentOf(rows: readonly ConfigRow[], at: number): number | null {
  const row = rows[at]
  if (!row) return null
  const parent = rows.slice(0, at).findLastIndex((each) => levelOf(each) < levelOf(row))
  return parent === -1 ? null : parent
}
