interface Place {
  readonly at: number
  readonly total: number
  /** Rows that fit into the view. */
  readonly page: number
  /** Whether j and k count. */
  readonly letters: boolean
}

/** Where a key moves to in a list; null when it does not move. */
export function listMove(key: string, { at, total, page, letters }: Place): number | null {
  const name = letters ? ({ j: 'ArrowDown', k: 'ArrowUp' }[key] ?? key) : key
  const to = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: total - 1
  }[name]
  return to === undefined || total === 0 ? null : Math.min(total - 1, Math.max(0, to))
}
