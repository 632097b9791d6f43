/** Puts the focus on an entry; one that was not in view exists only in the next frame. */
export function focusEntry(scroller: HTMLElement | null, entry: string): void {
  const find = () => scroller?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(entry)}"]`)
  const element = find()
  if (element) element.focus({ preventScroll: true })
  else requestAnimationFrame(() => find()?.focus({ preventScroll: true }))
}

/** Opens or closes the first fold of an entry; false when it has none, or is that already. `open` left out turns it over. */
export function setFold(entry: HTMLElement, open?: boolean): boolean {
  const fold = entry.querySelector<HTMLElement>('[aria-expanded]')
  const isOpen = fold?.getAttribute('aria-expanded') === 'true'
  if (!fold || isOpen === open) return false
  fold.click()
  return true
}
