import type { Checkpoint } from '@shared/domain/checkpoint'
import type { SessionSummary } from '@shared/domain/session'
import type { RunningJob } from '@shared/ipc/bridge'
import type { Failure } from '@shared/ipc/errors'
import { create } from 'zustand'
import { useAnnouncer } from './announcer-store'
import { run } from './bridge'

export type KeepPhase =
  /** A label may be given. */
  | { readonly name: 'asking' }
  | { readonly name: 'keeping'; readonly doing: string }
  | { readonly name: 'kept'; readonly checkpoint: Checkpoint }
  | { readonly name: 'failed'; readonly failure: Failure }

interface KeepStore {
  /** The session that is to be kept; null while none is. */
  readonly session: SessionSummary | null
  readonly phase: KeepPhase
  ask(session: SessionSummary): void
  keep(label: string): void
  /** Ends the copying where it goes on: what was copied until then is no copy. */
  close(): void
}

let job: RunningJob<{ checkpoint: Checkpoint }> | null = null

/** Keeping one session in our own vault, by hand. */
export const useKeep = create<KeepStore>((set, get) => ({
  session: null,
  phase: { name: 'asking' },
  ask: (session) => set({ session, phase: { name: 'asking' } }),
  keep: (text) => {
    const { session, phase } = get()
    if (!session || phase.name === 'keeping') return
    set({ phase: { name: 'keeping', doing: 'Reading the session' } })
    const { source, id } = session
    const label = text.trim() === '' ? null : text.trim()
    const mine = run('capture.make', { session: { source, id }, label }, ({ doing }) => {
      if (job === mine) set({ phase: { name: 'keeping', doing } })
    })
    job = mine
    void mine.result.then((answer) => {
      if (job !== mine) return
      job = null
      set({
        phase: answer.ok
          ? { name: 'kept', checkpoint: answer.value.checkpoint }
          : { name: 'failed', failure: answer.error }
      })
      useAnnouncer.getState().sayAtOnce(answer.ok ? 'A copy was kept.' : answer.error.message)
    })
  },
  close: () => {
    job?.cancel()
    job = null
    set({ session: null })
  }
}))
