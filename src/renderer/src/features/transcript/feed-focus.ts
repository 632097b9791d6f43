/** Puts the focus on an entry; one that was not in view exists only in the next frame. */
export function focusEntry(scroller: HTMLElement | null, entry: string): void {
  const find = () => scroller?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(entry)}"]`)
  const element = find()
  if (element) element.focus({ preventScroll: true })
  else requestAnimationFrame(() => find()?.focus({ preventScroll: true }))
}

/** Opens or closes the first fold of the entry that has the focus. */
export function toggleFold(target: EventTarget): void {
  if (!(target instanceof HTMLElement) || !target.matches('[data-entry]')) return
  target.querySelector<HTMLElement>('[aria-expanded]')?.click()
}
