interface Key {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly target: unknown
}

/** Which entry a key goes to; null when it does not. Arrows inside a control or a scrolling region stay there. */
export function feedMove(event: Key, place: { at: number; total: number; letters: boolean }): number | null {
  if (event.ctrlKey || event.metaKey || event.altKey || place.total === 0) return null
  const onEntry = event.target instanceof HTMLElement && event.target.matches('[data-entry], [role="feed"]')
  const key = place.letters ? ({ j: 'ArrowDown', k: 'ArrowUp' }[event.key] ?? event.key) : event.key
  if (!onEntry && key === event.key) return null
  const to = { ArrowDown: place.at + 1, ArrowUp: place.at - 1, Home: 0, End: place.total - 1 }[key]
  return to === undefined ? null : Math.min(place.total - 1, Math.max(0, to))
}
