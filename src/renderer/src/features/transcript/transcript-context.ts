import type { AgentId } from '@shared/domain/agents'
import type { SessionRef, SessionSummary } from '@shared/domain/session'
import { createContext, useContext } from 'react'

/** What every entry may need to know of the session that it is in. */
export interface TranscriptContext {
  readonly session: SessionRef
  readonly agent: AgentId
  readonly children: readonly SessionSummary[]
  readonly parent: SessionSummary | null
}

const Context = createContext<TranscriptContext | null>(null)
export const TranscriptProvider = Context

export function useTranscriptContext(): TranscriptContext {
  const value = useContext(Context)
  if (!value) throw new Error('An entry is shown outside of a transcript')
  return value
}
