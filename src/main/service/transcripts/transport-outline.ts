import type { OutlineItem } from '@shared/domain/transcript'
import { maskedStart } from '../redaction/masked-start'
import { takeWithin } from './answer-size'

/** Longest text of an outline item, in UTF-16 units. */
const longestText = 300

/** The part of an outline that starts at `offset` and fits one answer; `total` counts all items. */
export function transportOutline(
  items: readonly OutlineItem[],
  offset: number
): { items: OutlineItem[]; total: number } {
  const cut = items.slice(offset, offset + 5000).map((item) => ({ ...item, text: maskedStart(item.text, longestText) }))
  return { items: takeWithin(cut).taken, total: items.length }
}
