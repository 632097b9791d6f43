import type { Entry } from '@shared/domain/transcript'
import { useCallback, useEffect } from 'react'
import { useAnnouncer } from '../../state/announcer-store'
import { copyText } from '../../state/bridge'
import { offerCommand } from '../../state/commands'
import { entryText } from './tool-facts'
import { useTranscriptContext } from './transcript-context'
import { fetchWhole } from './whole-text'

/** What the clipboard takes at most, in UTF-16 units. */
const longest = 4_000_000

/** Copies an entry as text, with what was clipped for the page. */
export function useEntryCopy(): (entry: Entry) => Promise<boolean> {
  const { session } = useTranscriptContext()
  return useCallback(
    async (entry) => {
      let whole = entry
      for (const { field } of entry.clipped ?? []) {
        const text = await fetchWhole(session, entry.id, field)
        if (typeof text !== 'string') return false
        if (field === 'text') whole = { ...whole, text }
        else if (whole.tool) whole = { ...whole, tool: { ...whole.tool, [field]: text } }
      }
      const text = entryText(whole)
      return text.length <= longest && copyText(text)
    },
    [session]
  )
}

/** Copies the entry in focus when it is asked for by key or from the palette, and says so. */
export function useCopyCommand(entry: Entry | undefined, copy: (entry: Entry) => Promise<boolean>): void {
  useEffect(() => {
    if (!entry) return
    return offerCommand('entry.copy', () => {
      void copy(entry).then((done) =>
        useAnnouncer.getState().say(done ? 'Entry copied' : 'The entry could not be copied')
      )
    })
  }, [entry, copy])
}
