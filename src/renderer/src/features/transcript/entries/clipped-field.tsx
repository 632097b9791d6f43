import type { ClippedField, Entry } from '@shared/domain/transcript'
import { useState } from 'react'
import { Button } from '../../../ui/button'
import { size } from '../../../words/numbers'
import { useEntryStates } from '../entry-states'
import { useTranscriptContext } from '../transcript-context'
import { fetchWhole } from '../whole-text'

/** A field of an entry: whole when it was fetched, else as it came. */
export function useField(entry: Entry, field: ClippedField['field'], asCame: string): string {
  return useEntryStates((states) => states.whole[wholeKey(entry, field)]) ?? asCame
}

export const wholeKey = (entry: Entry, field: ClippedField['field']) => `${entry.id}\n${field}`

/** Says that only the start of a long field is here, with its size, and fetches the rest. */
export function ClippedNote({ entry, field }: { entry: Entry; field: ClippedField['field'] }) {
  const { session } = useTranscriptContext()
  const whole = useEntryStates((states) => states.whole[wholeKey(entry, field)])
  const setWhole = useEntryStates((states) => states.setWhole)
  const [state, setState] = useState<{ busy: boolean; error?: string }>({ busy: false })
  const clip = entry.clipped?.find((one) => one.field === field)
  if (!clip || whole !== undefined) return null
  const press = async () => {
    setState({ busy: true })
    const text = await fetchWhole(session, entry.id, field)
    if (typeof text === 'string') setWhole(wholeKey(entry, field), text)
    setState(typeof text === 'string' ? { busy: false } : { busy: false, error: text.message })
  }
  return (
    <div className="mt-6 flex flex-wrap items-center gap-8 font-sans">
      <Button size="small" disabled={state.busy} onClick={() => void press()}>
        {state.busy ? 'Reading…' : `Show all (${size(clip.bytes)})`}
      </Button>
      <span className="text-second text-text-3">{state.error ?? 'Only the start is shown.'}</span>
    </div>
  )
}
