import { changeKinds, type DiffChange } from '@shared/domain/diff'

/** What the list shows: a row, or rows that are all the same and folded away. */
export type Visible =
  | { readonly kind: 'row'; readonly index: number; readonly change: DiffChange }
  | { readonly kind: 'fold'; readonly from: number; readonly count: number }

/** Unchanged rows that are shown around a change where the order says something. */
const inOrder = 2
/** A fold hides at least so many: a sign for less would take as much room. */
const smallest = 3

/** Rows for the list from the runs of `compare.runs`; `unfolded` names the folds by their first row. */
export function visibleRows(
  runs: readonly number[],
  unfolded: ReadonlySet<number>,
  context = inOrder
): readonly Visible[] {
  const visible: Visible[] = []
  let at = 0
  for (let each = 0; each < runs.length; each += 2) {
    const change = changeKinds[runs[each] ?? 0] ?? 'same'
    const end = at + (runs[each + 1] ?? 0)
    const from = change !== 'same' ? end : each === 0 ? at : Math.min(end, at + context)
    const to = change !== 'same' ? end : each + 2 >= runs.length ? end : Math.max(from, end - context)
    const folds = to - from >= smallest && !unfolded.has(from)
    for (; at < (folds ? from : end); at += 1) visible.push({ kind: 'row', index: at, change })
    if (folds) visible.push({ kind: 'fold', from, count: to - from })
    for (at = folds ? to : at; at < end; at += 1) visible.push({ kind: 'row', index: at, change })
  }
  return visible
}

/** Where the next block of changes begins, seen from a place of the list; null where there is none in that direction. */
export function changeFrom(visible: readonly Visible[], at: number, by: 1 | -1): number | null {
  const isChange = (index: number) => {
    const row = visible[index]
    return row?.kind === 'row' && row.change !== 'same'
  }
  const begins = (index: number) => isChange(index) && !isChange(index - 1)
  for (let index = at + by; index >= 0 && index < visible.length; index += by) if (begins(index)) return index
  return null
}
