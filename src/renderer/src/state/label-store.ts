import { create } from 'zustand'
import { call } from './bridge'
import { useLibraryStore } from './library-store'

/** A copy in the vault whose label is to be changed: the id of an operation, or of a kept session. */
export interface LabelledCopy {
  readonly id: string
  readonly title: string
  readonly label: string | null
}

interface LabelStore {
  readonly copy: LabelledCopy | null
  /** Why the label was not taken. */
  readonly refused: string | null
  ask(copy: LabelledCopy): void
  /** An empty label takes it away. */
  save(label: string): Promise<void>
  close(): void
}

/** Giving a copy in the vault a label, which keeps it from being removed by itself. */
export const useLabel = create<LabelStore>((set, get) => ({
  copy: null,
  refused: null,
  ask: (copy) => set({ copy, refused: null }),
  save: async (text) => {
    const { copy } = get()
    if (!copy) return
    const label = text.trim() === '' ? null : text.trim()
    const answer = await call('vault.label', { id: copy.id, label })
    if (!answer.ok) return set({ refused: [answer.error.message, answer.error.advice].filter(Boolean).join(' ') })
    useLibraryStore.getState().operationsChanged()
    set({ copy: null })
  },
  close: () => set({ copy: null })
}))
