const focusable = 'a[href], button:not(:disabled), input:not(:disabled), [tabindex]:not([tabindex="-1"])'

/** Moves the focus to the next part of the window, in the order in which the parts are seen. */
export function focusNextRegion(by: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter((region) => entryOf(region))
  const at = regions.findLastIndex((region) => region.contains(document.activeElement))
  const next = regions[(at + by + regions.length) % regions.length] ?? regions[0]
  if (next) entryOf(next)?.focus()
}

/** Where the focus goes in a region: the tab stop of its list, or its first control. */
function entryOf(region: HTMLElement): HTMLElement | null {
  return (
    region.querySelector<HTMLElement>('[role="option"][tabindex="0"], [data-entry][tabindex="0"]') ??
    [...region.querySelectorAll<HTMLElement>(focusable)].find((element) => element.tabIndex >= 0) ??
    null
  )
}
