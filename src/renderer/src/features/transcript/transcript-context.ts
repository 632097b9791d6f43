import type { AgentId } from '@shared/domain/agents'
import type { Checkpoint } from '@shared/domain/checkpoint'
import type { SessionSummary, TranscriptRef } from '@shared/domain/session'
import { createContext, useContext } from 'react'

/** What every entry may need to know of the session that it is in. */
export interface TranscriptContext {
  readonly session: TranscriptRef
  readonly agent: AgentId
  readonly title: string
  /** Whether the agent still has it, so that it can be changed from here. */
  readonly present: boolean
  readonly children: readonly SessionSummary[]
  readonly parent: SessionSummary | null
  /** Points that the session can be put back to; empty while they are not known. */
  readonly checkpoints: readonly Checkpoint[]
}

const Context = createContext<TranscriptContext | null>(null)
export const TranscriptProvider = Context

export function useTranscriptContext(): TranscriptContext {
  const value = useContext(Context)
  if (!value) throw new Error('An entry is shown outside of a transcript')
  return value
}
