import { bareMasks } from '@shared/domain/mask-sign'
import type { Entry } from '@shared/domain/transcript'
import { useEffect, useState } from 'react'
import { Fold } from '../../../ui/fold'
import { LongText } from '../../../ui/long-text'
import { withMasks } from '../../../ui/masked-text'
import { useFold } from '../entry-states'
import { useTranscriptContext } from '../transcript-context'
import { fetchRaw } from '../whole-text'

/** A record of a kind that Reprise does not know: kept raw, never dropped. */
export function UnrecognisedEntry({ entry }: { entry: Entry }) {
  const [open, setOpen] = useFold(entry.id, 'raw', false)
  const label = entry.text.trim().split('\n', 1)[0]
  return (
    <Fold
      open={open}
      onToggle={setOpen}
      title={
        <span className="trunc">
          Unrecognised record, kept raw
          {label && <span className="ms-8 font-mono text-[11.5px]">{bareMasks(label).slice(0, 120)}</span>}
        </span>
      }
    >
      <RawRecord entry={entry.id} />
    </Fold>
  )
}

/** The native record of an entry, fetched when it is shown. */
export function RawRecord({ entry }: { entry: string }) {
  const { session } = useTranscriptContext()
  const [all, setAll] = useFold(entry, 'raw text', false)
  const [record, setRecord] = useState<{ text?: string; error?: string }>({})
  useEffect(() => {
    let stale = false
    void fetchRaw(session, entry).then((raw) => {
      if (!stale) setRecord(typeof raw === 'string' ? { text: raw } : { error: raw.message })
    })
    return () => {
      stale = true
    }
  }, [session, entry])
  return (
    <div className="read-text mt-4 overflow-x-auto rounded-card border border-line bg-sunken px-12 py-8 font-mono text-[11.5px] leading-[17px] whitespace-pre-wrap [overflow-wrap:anywhere] text-text-2">
      {record.error ?? (
        <LongText
          text={record.text ?? ''}
          open={all}
          onOpen={() => setAll(true)}
          head={40}
          tail={0}
          render={withMasks}
        />
      )}
    </div>
  )
}
