import type { Entry } from '@shared/domain/transcript'
import { useNavigation } from '../../../state/navigation-store'
import { classes } from '../../../ui/classes'
import { Fold } from '../../../ui/fold'
import { withMasks } from '../../../ui/masked-text'
import { useFold } from '../entry-states'
import { useTranscriptContext } from '../transcript-context'
import { ClippedNote, useField } from './clipped-field'

/** A divider: what happened to the conversation rather than in it. */
export function NoticeEntry({ entry }: { entry: Entry }) {
  const [open, setOpen] = useFold(entry.id, 'notice', false)
  const text = useField(entry, 'text', entry.text).trim()
  const [first = '', ...rest] = text.split('\n')
  const more = rest.join('\n').trim()
  const tone = entry.notice === 'failure' ? 'text-red' : entry.notice === 'interruption' ? 'text-amber' : 'text-text-3'
  return (
    <div>
      <div className={classes('read-text flex items-center gap-10 text-second leading-20', tone)}>
        <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
          {withMasks(first) || 'Notice without text'}
        </span>
        {entry.notice === 'fork' && <ParentLink />}
        <span aria-hidden className="h-1 min-w-24 flex-1 bg-line" />
      </div>
      {more && (
        <Fold open={open} onToggle={setOpen} title={open ? 'Less' : 'More'}>
          <div
            dir="auto"
            className="read-text border-s border-line-2 ps-12 text-second whitespace-pre-wrap [overflow-wrap:anywhere] text-text-2"
          >
            {withMasks(more)}
          </div>
        </Fold>
      )}
      <ClippedNote entry={entry} field="text" />
    </div>
  )
}

function ParentLink() {
  const { parent } = useTranscriptContext()
  const open = useNavigation((state) => state.open)
  if (!parent) return null
  return (
    <button
      type="button"
      onClick={() => open({ source: parent.source, id: parent.id })}
      className="min-h-24 flex-none rounded-badge font-medium text-accent hover:underline"
    >
      Open the parent
    </button>
  )
}
