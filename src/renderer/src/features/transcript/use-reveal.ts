import { useMemo } from 'react'
import { revealIn } from '../../state/reveal'
import type { RevealMask } from '../../ui/mask-reveal'
import { useTranscriptContext } from './transcript-context'

/** Reveals masks of one entry of the transcript. */
export function useRevealOf(entry: string): RevealMask {
  const { session } = useTranscriptContext()
  return useMemo(() => revealIn(session, entry), [session, entry])
}
