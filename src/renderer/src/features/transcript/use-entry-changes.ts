import type { Entry } from '@shared/domain/transcript'
import { useEffect, useMemo } from 'react'
import { offerCommand } from '../../state/commands'
import { useCanPlan } from '../../state/library-store'
import { useRestore } from '../../state/restore-store'
import { cutAt, forkOf } from '../../state/session-changes'
import { entryName } from './entry-kinds'
import { useTranscriptContext } from './transcript-context'

/** What can be done from an entry on; null where the agent's format does not allow it, and in a checkpoint that is looked at. */
export interface EntryChanges {
  readonly restore: ((entry: Entry) => void) | null
  readonly fork: ((entry: Entry) => void) | null
}

export function useEntryChanges(): EntryChanges {
  const { session, agent, title, present } = useTranscriptContext()
  const canCut = useCanPlan(agent, 'restore-to-entry')
  const canFork = useCanPlan(agent, 'fork')
  const { source, id, checkpoint } = session
  return useMemo(() => {
    const subject = { source, id, agent, title }
    const { open } = useRestore.getState()
    const live = present && checkpoint === undefined
    const place = (entry: Entry) => ({ id: entry.id, name: entryName(entry) })
    return {
      restore: live && canCut ? (entry) => open(cutAt(subject, place(entry))) : null,
      fork: live && canFork ? (entry) => open(forkOf(subject, place(entry))) : null
    }
  }, [source, id, checkpoint, present, agent, title, canCut, canFork])
}

/** Offers both for the entry in focus, by key and from the palette. */
export function useChangeCommands(entry: Entry | undefined, { restore, fork }: EntryChanges): void {
  useEffect(() => {
    if (!entry) return
    const offers = [
      restore && offerCommand('entry.restore', () => restore(entry)),
      fork && offerCommand('entry.fork', () => fork(entry))
    ]
    return () => {
      for (const end of offers) end?.()
    }
  }, [entry, restore, fork])
}
