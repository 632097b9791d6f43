import { createContext, type ReactNode, useContext, useState } from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'

interface EntryStates {
  /** Folds that are not as they are at first, by entry and part. */
  readonly folds: Readonly<Record<string, boolean>>
  /** Fields that were clipped and have been fetched whole. */
  readonly whole: Readonly<Record<string, string>>
  setFold(key: string, open: boolean): void
  setWhole(key: string, text: string): void
  /** Opens every fold of an entry, so that nothing hides what was found in it. */
  unfold(entry: string): void
}

/** What can be folded in an entry. */
const parts = [
  'text',
  'thinking',
  'notice',
  'raw',
  'raw text',
  'card',
  'details',
  'arguments',
  'arguments text',
  'result text'
]

const Context = createContext<StoreApi<EntryStates> | null>(null)

/** Holds what the person opened in a transcript: rows come and go as they are scrolled, this stays. */
export function EntryStatesProvider({ children }: { children: ReactNode }) {
  const [store] = useState(() =>
    createStore<EntryStates>((set) => ({
      folds: {},
      whole: {},
      setFold: (key, open) => set((last) => ({ folds: { ...last.folds, [key]: open } })),
      setWhole: (key, text) => set((last) => ({ whole: { ...last.whole, [key]: text } })),
      unfold: (entry) =>
        set((last) => ({
          folds: { ...last.folds, ...Object.fromEntries(parts.map((part) => [`${entry}\n${part}`, true])) }
        }))
    }))
  )
  return <Context value={store}>{children}</Context>
}

export function useEntryStates<T>(select: (states: EntryStates) => T): T {
  const store = useContext(Context)
  if (!store) throw new Error('An entry is shown outside of a transcript')
  return useStore(store, select)
}

/** Whether a part of an entry is unfolded, and how to change that. */
export function useFold(entry: string, part: string, first: boolean): [boolean, (open: boolean) => void] {
  const key = `${entry}\n${part}`
  const open = useEntryStates((states) => states.folds[key]) ?? first
  const setFold = useEntryStates((states) => states.setFold)
  return [open, (next) => setFold(key, next)]
}
