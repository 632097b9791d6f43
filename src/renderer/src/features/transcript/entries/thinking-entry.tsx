import type { Entry } from '@shared/domain/transcript'
import { Fold } from '../../../ui/fold'
import { Markdown } from '../../../ui/markdown'
import { counted } from '../../../words/numbers'
import { useFold } from '../entry-states'
import { ClippedNote, useField } from './clipped-field'

/** Thinking is folded: it is rarely what one came for. */
export function ThinkingEntry({ entry }: { entry: Entry }) {
  const [open, setOpen] = useFold(entry.id, 'thinking', false)
  const text = useField(entry, 'text', entry.text)
  const words = text.split(/\s+/).filter(Boolean).length
  return (
    <Fold
      open={open}
      onToggle={setOpen}
      title={
        <>
          Thinking{words > 0 && `, ${counted(words, 'word')}`}
          {entry.draft && ', unfinished'}
        </>
      }
    >
      <div className="mt-4 border-s border-line-2 ps-12 text-text-2">
        <Markdown text={text} />
        <ClippedNote entry={entry} field="text" />
      </div>
    </Fold>
  )
}
