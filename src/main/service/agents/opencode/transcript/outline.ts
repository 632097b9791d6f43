import type { OutlineItem } from '@shared/domain/transcript'
import { cutText } from '../../../catalog/cut-text'
import type { MessageStore } from '../records/stored'
import { formatCursor } from './cursor'
import type { Marks } from './marks'
import { itemsOf } from './pages'

const longestText = 200

/** Prompts and dividers. Only messages that can hold one are read. */
export function readOutline(messages: MessageStore, marks: Marks): readonly OutlineItem[] {
  return messages.outlined(null).flatMap((key) =>
    itemsOf(messages, key, marks).flatMap(({ entry }, index): OutlineItem[] => {
      if (entry.kind !== 'user' && entry.kind !== 'notice') return []
      const kind = entry.kind === 'user' ? 'prompt' : 'notice'
      const text = cutText(entry.text.trim(), longestText)
      const notice = entry.notice && { notice: entry.notice }
      return [{ entry: entry.id, cursor: formatCursor({ key, index }), at: entry.at, text, kind, ...notice }]
    })
  )
}
