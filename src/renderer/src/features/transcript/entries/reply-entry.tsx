import type { Entry } from '@shared/domain/transcript'
import { Badge } from '../../../ui/badge'
import { Markdown } from '../../../ui/markdown'
import { ClippedNote, useField } from './clipped-field'
import { EntryImages } from './entry-images'

/** What the agent answered. */
export function ReplyEntry({ entry }: { entry: Entry }) {
  const text = useField(entry, 'text', entry.text)
  return (
    <div>
      {entry.draft && (
        <div className="mb-4">
          <Badge look="line">unfinished</Badge>
        </div>
      )}
      <Markdown text={text} />
      <ClippedNote entry={entry} field="text" />
      <EntryImages entry={entry} />
    </div>
  )
}
