/** Rows around a change that are shown with it. */
export const contextRows = 3

/** A fold hides at least so many rows: a sign for less would take as much room. */
const smallestFold = 4

/**
 * What is shown of a list with changes in it: indices of rows, and for each run of unchanged rows that is folded away `-n`, where n is how many.
 */
export function folded(count: number, isChange: (at: number) => boolean, context = contextRows): Int32Array {
  const shown: number[] = []
  for (let at = 0; at < count; ) {
    if (isChange(at)) {
      shown.push(at++)
      continue
    }
    let end = at
    while (end < count && !isChange(end)) end += 1
    const from = at === 0 ? at : at + context
    const to = end === count ? end : end - context
    if (to - from < smallestFold) for (; at < end; at += 1) shown.push(at)
    else {
      for (; at < from; at += 1) shown.push(at)
      shown.push(from - to)
      for (at = to; at < end; at += 1) shown.push(at)
    }
  }
  return Int32Array.from(shown)
}
