import type { LeaseView } from '@shared/domain/lease'
import type { Failure } from '@shared/ipc/errors'
import { create } from 'zustand'
import { useAnnouncer } from './announcer-store'
import { call } from './bridge'

/** Where the question about a takeover stands. `of` is the holder that the person saw when it was put. */
export type TakeOver =
  | { readonly name: 'asked'; readonly of: LeaseView }
  | { readonly name: 'taking'; readonly of: LeaseView }
  | { readonly name: 'failed'; readonly of: LeaseView; readonly failure: Failure }

interface LeaseStore {
  /** Who is writing; null until it was heard. */
  readonly view: LeaseView | null
  readonly takeOver: TakeOver | null
  heard(view: LeaseView): void
  load(): Promise<void>
  /** Puts the question, about the one who holds it now. */
  ask(): void
  /** Closes the question; a takeover that runs has to end first. */
  dismiss(): void
  /** The person agrees. */
  agree(): Promise<void>
}

export const useLease = create<LeaseStore>((set, get) => ({
  view: null,
  takeOver: null,
  heard: (view) => set({ view }),
  load: async () => {
    const envelope = await call('lease.state', {})
    if (envelope.ok) set({ view: envelope.value })
  },
  ask: () => {
    const { view } = get()
    if (view?.state === 'other') set({ takeOver: { name: 'asked', of: view } })
  },
  dismiss: () => {
    if (get().takeOver?.name !== 'taking') set({ takeOver: null })
  },
  agree: async () => {
    const { takeOver } = get()
    if (takeOver?.name !== 'asked') return
    const { of } = takeOver
    set({ takeOver: { name: 'taking', of } })
    const envelope = await call('lease.takeOver', { epoch: of.epoch })
    if (envelope.ok) set({ takeOver: null, view: envelope.value })
    else set({ takeOver: { name: 'failed', of, failure: envelope.error } })
    useAnnouncer.getState().sayAtOnce(envelope.ok ? 'Taken over. This window may write.' : envelope.error.message)
  }
}))
