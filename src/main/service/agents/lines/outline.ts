import type { OutlineItem } from '@shared/domain/transcript'
import { withoutHalf } from '../../catalog/cut-text'
import type { LineItem } from './projection'

const longestText = 400

/** Prompts and dividers among items. */
export function outlineOf(items: readonly LineItem[]): readonly OutlineItem[] {
  return items.flatMap(({ anchor, entry }): OutlineItem[] => {
    if (entry.kind !== 'user' && entry.kind !== 'notice') return []
    const text = entry.text.length > longestText ? withoutHalf(entry.text.slice(0, longestText)) : entry.text
    const kind = entry.kind === 'user' ? 'prompt' : 'notice'
    const notice = entry.notice && { notice: entry.notice }
    return [{ entry: entry.id, cursor: String(anchor), at: entry.at, text, kind, ...notice }]
  })
}
